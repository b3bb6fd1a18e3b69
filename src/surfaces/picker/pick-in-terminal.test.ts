import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const hasTmux = spawnSync('tmux', ['-V']).status === 0
const giveUpAfter = 20_000

describe.skipIf(!hasTmux)('the picker in a terminal', () => {
  let place = ''
  let cli = ''
  let socket = ''
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' })
  const screen = (): string => tmux('capture-pane', '-p', '-t', 'it')
  const type = (...keys: readonly string[]): string => tmux('send-keys', '-t', 'it', ...keys)

  /** Waits until the screen shows it. */
  async function shows(wanted: RegExp): Promise<string> {
    const end = Date.now() + giveUpAfter
    for (;;) {
      const shown = screen()
      if (wanted.test(shown)) return shown
      if (Date.now() > end) throw new Error(`${wanted} was not shown:\n${shown}`)
      await pause(30)
    }
  }

  beforeAll(async () => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'chatcli-picker-')))
    socket = join(place, 'tmux')
    // A bundle as it is shipped: the thread that reads is a file of it.
    await build({
      entryPoints: { cli: join(root, 'src/surfaces/main.ts') },
      outdir: join(place, 'dist'),
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
    })
    writeFileSync(join(place, 'package.json'), '{"type":"module"}')
    cli = join(place, 'dist/cli.js')
    mkdirSync(join(place, 'cwd'))
    const env = {
      PATH: process.env['PATH'],
      CHATCLI_HOME: join(place, 'home'),
      CHATCLI_LANG: 'en',
      TZ: 'UTC',
    }
    const save = (name: string, contents: readonly string[]): void => {
      const input = JSON.stringify(
        contents.map((content, i) => ({
          role: i % 2 === 0 ? 'user' : 'assistant',
          content,
          created_at: `2026-03-1${i}T12:00:00.000Z`,
        })),
      )
      execFileSync(process.execPath, [cli, 'session', 'save', name, '--from', '-'], { env, input })
    }
    save('proj-acme', [
      'How do we protect it?',
      'With a token bucket limiter.',
      'Capped at 1000 rps?',
      'Yes.',
    ])
    save('tide-notes', ['High water at pier 4?', 'At noon.'])
    const shell = `cd ${join(place, 'cwd')}; PS1='ready$ ' CHATCLI_HOME=${env.CHATCLI_HOME} CHATCLI_LANG=en TZ=UTC sh`
    tmux('new-session', '-d', '-s', 'it', '-x', '100', '-y', '30', shell)
  })
  afterAll(() => {
    if (socket !== '') tmux('kill-server')
    rmSync(place, { recursive: true, force: true })
  })

  it('finds as one types, opens at the message, and gives the terminal back', async () => {
    await shows(/ready\$$/m)
    type(`node ${cli} resume`, 'Enter')
    await shows(/▸ proj-acme/)
    type('limi')
    await shows(/▸ proj-acme[^]*→ assistant: With a token bucket limiter[^]*▸ \[1\] assistant/)
    tmux('resize-window', '-t', 'it', '-x', '50', '-y', '14')
    const narrow = await shows(/^Enter · ↑↓ · F1 help · Esc/m)
    expect(narrow).not.toContain('[1] assistant')
    tmux('resize-window', '-t', 'it', '-x', '100', '-y', '30')
    await shows(/Esc leave/)
    type('C-z')
    await shows(/Stopped|suspended/i)
    type('fg', 'Enter')
    await shows(/▸ proj-acme[^]*Esc leave/)
    type('Enter')
    await shows(/\[proj-acme\] memory>/)
    const opened = screen()
    expect(opened).toContain('[1] assistant: With a token bucket limiter.')
    expect(opened).not.toContain('Esc leave')

    type('/session pick tide', 'Enter')
    await shows(/▸ tide-notes[^]*Esc leave/)
    type('Enter')
    await shows(/\[tide-notes\] memory>/)
    type('/exit', 'Enter')
    await shows(/ready\$$/m)
    type('stty -a | grep -c " -icanon\\| -echo "', 'Enter')
    await shows(/^0$/m)
  })

  it('gives the terminal back when it is told to end', async () => {
    type('clear', 'Enter')
    type(`sh -c 'echo $$ > ${place}/pid; exec node ${cli} resume -i pier'`, 'Enter')
    await shows(/Esc leave/)
    process.kill(Number(readFileSync(join(place, 'pid'), 'utf8')), 'SIGTERM')
    await shows(/ready\$$/m)
    expect(screen()).not.toContain('Esc leave')
    expect(readdirSync(join(place, 'cwd'))).toEqual([])
  })

  it('works line by line where the terminal can do no more', async () => {
    type('clear', 'Enter')
    type(`TERM=dumb node ${cli} resume`, 'Enter')
    await shows(/1\. proj-acme[^]*Number, words, or \? >/)
    type('limiter', 'Enter')
    await shows(/1\. proj-acme — .* \(1 match,/)
    type('1', 'Enter')
    await shows(/\[proj-acme\] memory>/)
    type('/exit', 'Enter')
    await shows(/ready\$$/m)
  })

  it('works in pipes', () => {
    const { stdout } = spawnSync(process.execPath, [cli, 'resume'], {
      encoding: 'utf8',
      input: 'limiter\n1\n/session status\n/exit\n',
      env: { PATH: process.env['PATH'], CHATCLI_HOME: join(place, 'home'), CHATCLI_LANG: 'en', TZ: 'UTC' },
      cwd: place,
    })
    expect(stdout).toContain('2. tide-notes')
    expect(stdout).toContain('[1] assistant: With a token bucket limiter.')
    expect(stdout).toMatch(/bound to[^]*proj-acme|proj-acme[^]*bound/i)
  })
})
