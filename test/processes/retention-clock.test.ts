import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { build } from 'esbuild'

const DAY = 86_400_000
/** Of Debian; the test goes without it. */
const faketime = 'faketime'
const hasFaketime = spawnSync(faketime, ['--version']).error === undefined
let folder = ''
let cli = ''
let home = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chatcli-clock-'))
  const outdir = join(folder, 'dist')
  await build({
    entryPoints: { cli: 'src/surfaces/main.ts' },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    banner: {
      js: "import { createRequire as make } from 'node:module'\nconst require = make(import.meta.url)",
    },
  })
  cli = join(outdir, 'cli.mjs')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(() => {
  home = mkdtempSync(join(folder, 'home-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Machine sessions that were touched so many days ago. */
function sessions(...days: readonly number[]): void {
  mkdirSync(join(home, 'sessions'), { recursive: true })
  for (const each of days) {
    const path = join(home, 'sessions', `autosave-${each}.json`)
    writeFileSync(path, JSON.stringify({ version: 2, chat_history: [{ role: 'user', content: `${each}` }] }))
    const at = (Date.now() - each * DAY) / 1000
    utimesSync(path, at, at)
  }
}

const environment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  CHATCLI_HOME: home,
  TZ: 'UTC',
})

function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, [cli, ...args], { env: environment(), encoding: 'utf8' })
}

/** The command at another time: `-400d`, `+30y`, or `@2030-01-01 00:00:00`, where time goes on. */
function runAt(
  time: string,
  ...args: readonly string[]
): { readonly status: number | null; readonly out: string } {
  const { status, stdout } = spawnSync(faketime, ['-f', time, process.execPath, cli, ...args], {
    env: environment(),
    encoding: 'utf8',
  })
  return { status, out: stdout }
}

function names(): string[] {
  return readdirSync(join(home, 'sessions')).filter((file) => file.endsWith('.json'))
}

describe.skipIf(!hasFaketime)('a wrong clock, in the real program (skipped without faketime)', () => {
  it.each(['-400d', '+10957d', '+40d'])('%s: nothing goes, and the right clock goes on as before', (time) => {
    sessions(1, 100)
    run('storage', 'policy', '--trash-days', '30')
    expect(run('storage', 'prune', '--apply')).toContain('autosave-100')
    sessions(2, 101)
    const { status, out } = runAt(time, 'storage', 'prune', '--apply')
    expect([status, out]).toEqual([8, expect.stringContaining('nothing was removed')])
    expect(names()).toEqual(['autosave-1.json', 'autosave-101.json', 'autosave-2.json'])
    expect(run('trash', 'list')).toContain('autosave-100')
  })

  it('frozen: what has expired goes once, and nothing after it', () => {
    sessions(1, 100)
    const now = new Date().toISOString().slice(0, 19).replace('T', ' ')
    expect(runAt(now, 'storage', 'prune', '--apply').out).toContain('autosave-100')
    expect(runAt(now, 'storage', 'prune', '--apply').out).toBe('There is nothing to remove.\n')
    expect(names()).toEqual(['autosave-1.json'])
  })
})

describe('dozens of machine sessions', () => {
  it('are listed, removed, and come back byte for byte', () => {
    sessions(...Array.from({ length: 60 }, (_, i) => 91 + i))
    const before = new Map(names().map((file) => [file, readFileSync(join(home, 'sessions', file), 'utf8')]))
    expect(run('storage', 'prune')).toContain('60 things would go')
    expect(names()).toHaveLength(60)
    expect(run('storage', 'prune', '--apply')).toContain('60 sessions went to the trash')
    expect(names()).toEqual([])
    expect(run('trash', 'restore', '--expired')).toBe('60 sessions restored from the trash.\n')
    for (const [file, text] of before) expect(readFileSync(join(home, 'sessions', file), 'utf8')).toBe(text)
    expect(run('storage', 'prune')).toBe('There is nothing to remove.\n')
  })
})

describe.skipIf(process.platform === 'win32')('whatever the umask', () => {
  it.each(['000', '077', '777'])('%s: folders are 0700 and files 0600', (umask) => {
    const line = 'umask "$1"; shift; "$@"'
    const inShell = (...args: readonly string[]): void => {
      const all = ['-c', line, 'sh', umask, process.execPath, cli, ...args]
      execFileSync('sh', all, {
        env: environment(),
        input: '[{"role":"user","content":"how long?"}]',
        stdio: ['pipe', 'ignore', 'ignore'],
      })
    }
    rmSync(home, { recursive: true })
    inShell('session', 'save', 'plan', '--from', '-')
    inShell('session', 'fork', 'plan', 'plan-b')
    inShell('search', 'how')
    inShell('session', 'delete', 'plan-b')
    inShell('session', 'forget', 'plan', '--message', '0', '--yes')
    inShell('storage', 'prune', '--apply')
    inShell('storage', 'policy', '--ttl', '100')
    inShell('storage', 'backup', join(home, '..', 'b.tar'), '--force')
    expect(modeOf(join(home, '..', 'b.tar'))).toBe('600')
    const modes = everything(home).map(
      (path) => `${statSync(path).isDirectory() ? 'folder' : 'file'} ${modeOf(path)}`,
    )
    expect(new Set(modes)).toEqual(new Set(['folder 700', 'file 600']))
    expect(modes.length).toBeGreaterThan(10)
  })
})

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

function everything(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return [path, ...readdirSync(path).flatMap((name) => everything(join(path, name)))]
}
