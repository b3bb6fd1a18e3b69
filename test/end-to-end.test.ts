import { type StdioOptions, execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const CLI = join(import.meta.dirname, '..', 'dist', 'cli.js')
const MESSAGES = [
  { role: 'system', content: 'You are terse.' },
  { role: 'user', content: 'Which algorithm for the rate limiter?', created_at: '2026-03-10T09:00:00.000Z' },
  { role: 'assistant', content: 'A token bucket, 1000 rps per key.', created_at: '2026-03-10T09:00:05.000Z' },
  { role: 'user', content: 'And the burst?', created_at: '2026-03-10T09:01:00.000Z' },
  { role: 'assistant', content: 'Twice the rate for two seconds.', created_at: '2026-03-10T09:01:09.000Z' },
]

describe('the built command', () => {
  let home = ''
  let cwd = ''

  beforeAll(() => {
    // `npm test` builds first; a bare vitest run needs a build of its own.
    if (!existsSync(CLI)) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'ignore' })
    home = mkdtempSync(join(tmpdir(), 'chatcli-e2e-home-'))
    cwd = mkdtempSync(join(tmpdir(), 'chatcli-e2e-cwd-'))
  })
  afterAll(() => {
    rmSync(home, { recursive: true, force: true })
    rmSync(cwd, { recursive: true, force: true })
  })

  function chatcli(args: readonly string[], input = '') {
    const env = { PATH: process.env['PATH'], CHATCLI_HOME: home, CHATCLI_LANG: 'en', TZ: 'UTC' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      cwd,
      env,
      input,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  it.skipIf(!existsSync('/dev/full'))(
    'an answer that cannot be written is an error of storage, no crash',
    () => {
      const full = openSync('/dev/full', 'w')
      const run = (args: readonly string[], stdio: StdioOptions) =>
        spawnSync(process.execPath, [CLI, ...args], {
          env: { CHATCLI_HOME: home, CHATCLI_LANGUAGE: 'en' },
          stdio,
          encoding: 'utf8',
        })
      for (const args of [['--help'], ['session', 'list']]) {
        const { status, stderr } = run(args, ['ignore', full, 'pipe'])
        expect(stderr).toMatch(
          /^chatcli: Could not write stdout: no space is left on the disk \(ENOSPC\)\nHint: .*\n$/,
        )
        expect(status).toBe(7)
      }
      const asJson = run(['session', 'list', '--json'], ['ignore', full, 'pipe'])
      expect(JSON.parse(asJson.stderr)).toMatchObject({ error: { code: 'storage' } })
      expect(run(['nosuch'], ['ignore', 'pipe', full]).status).toBe(7)
      closeSync(full)
    },
  )
  const json = (args: readonly string[]): unknown => JSON.parse(chatcli([...args, '--json']).stdout)

  it('goes the whole way: save, list, search, read, rename, fork, export, delete, restore', () => {
    const saved = chatcli(['session', 'save', 'proj-acme', '--from', '-'], JSON.stringify(MESSAGES))
    expect(saved).toMatchObject({ status: 0, stdout: 'Session "proj-acme" saved (5 messages).\n' })
    expect(json(['session', 'list'])).toMatchObject({
      schemaVersion: 1,
      sessions: [{ name: 'proj-acme', messages: 5 }],
    })

    const found = chatcli(['search', 'rate limiter'])
    expect(found.status).toBe(0)
    expect(found.stdout).toContain('Sessions matching "rate limiter":\n\n• proj-acme')
    const page = chatcli(['session', 'get', 'proj-acme', '--query', 'token bucket', '--limit', '1'])
    expect(page.stdout).toContain('[2] assistant: A token bucket, 1000 rps per key.')
    expect(chatcli(['session', 'get', 'proj-acme']).stdout).not.toContain('You are terse')

    expect(chatcli(['session', 'rename', 'proj-acme', 'acme-limits']).status).toBe(0)
    expect(chatcli(['session', 'fork', 'acme-limits', 'acme-next']).status).toBe(0)
    const exported = chatcli(['session', 'export', 'acme-limits', 'jsonl', 'out.jsonl'])
    expect(exported.stdout).toContain('Exported 5 entries to')
    expect(exported.stdout).toContain('(source: journal)')
    expect(statSync(join(cwd, 'out.jsonl')).mode & 0o777).toBe(0o600)
    expect(chatcli(['session', 'export', 'acme-limits', 'jsonl', 'out.jsonl']).status).toBe(6)
    expect(chatcli(['session', 'save', 'again', '--from', 'out.jsonl']).status).toBe(0)
    expect(json(['session', 'get', 'again'])).toMatchObject({ total: 5 })

    expect(chatcli(['session', 'delete', 'acme-limits', '--yes']).stdout).toContain(
      'chatcli session restore acme-limits',
    )
    expect(chatcli(['session', 'get', 'acme-limits']).status).toBe(3)
    expect(chatcli(['session', 'restore', 'acme-limits']).status).toBe(0)
    expect(json(['session', 'get', 'acme-limits'])).toMatchObject({
      total: 5,
      title: 'Which algorithm for the rate limiter?',
    })
  })

  it('answers the tool envelope in the documented form', () => {
    chatcli(
      ['session', 'save', 'tool-demo', '--from', '-'],
      '{"role":"user","content":"the zebra crossing plan"}',
    )
    const { stdout, status } = chatcli([
      'tool',
      'session',
      '{"cmd":"search","args":{"query":"zebra crossing"}}',
    ])
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /^Sessions matching "zebra crossing":\n\n• tool-demo .*\(1 match.*\)\n {4}… .*the zebra crossing plan\n/,
    )
  })

  it('keeps folders and files to their owner, whatever the umask', () => {
    const shell = `umask 000; exec "${process.execPath}" "${CLI}" session save open-umask --from -`
    const env = { PATH: process.env['PATH'], CHATCLI_HOME: home }
    execFileSync('sh', ['-c', shell], { env, input: '{"role":"user","content":"hi"}' })
    const modes = new Map<string, number>()
    const walk = (folder: string): void => {
      modes.set(folder, statSync(folder).mode & 0o777)
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name)
        if (entry.isDirectory()) walk(path)
        else modes.set(path, statSync(path).mode & 0o777)
      }
    }
    walk(home)
    for (const [path, mode] of modes)
      expect([path, mode]).toEqual([path, path.match(/\.\w+$/) ? 0o600 : 0o700])
  })

  it('tells apart what went wrong by its exit code, without a stack trace', () => {
    const cases: [string[], number][] = [
      [['session', 'get', 'nobody'], 3],
      [['session', 'serach', 'x'], 2],
      [['search', 'xyzzyqwertynothing'], 1],
      [['session', 'save', 'a b', '--from', 'out.jsonl'], 2],
      [['session', 'save', 'x', '--from', 'not-there.json'], 3],
    ]
    for (const [args, code] of cases) {
      const { status, stderr, stdout } = chatcli(args)
      expect([args, status]).toEqual([args, code])
      expect(stderr + stdout).not.toMatch(/\n\s+at /)
    }
    expect(chatcli(['session', 'serach', 'x']).stderr).toContain('search')
  })

  it('says its version and starts with examples', () => {
    const { version } = JSON.parse(readFileSync(join(CLI, '..', '..', 'package.json'), 'utf8')) as {
      version: string
    }
    expect(chatcli(['--version']).stdout.trim()).toBe(version)
    expect(chatcli(['--help']).stdout).toContain('chatcli search')
  })
})
