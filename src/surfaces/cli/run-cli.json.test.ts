import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { said } from '../../commands/sample-memory.suite.ts'
import { cliHarness, type CliRun } from './cli-harness.suite.ts'

const document = (run: CliRun): Record<string, unknown> => JSON.parse(run.out) as Record<string, unknown>

describe('--json', () => {
  const promised = readFileSync(new URL('../../../docs/json.md', import.meta.url), 'utf8')
  const calls = [
    'session list',
    'search rate limiter redis in March 2026',
    'session get proj-acme',
    'session transcript proj-acme search bucket',
    'session transcript proj-acme show 0',
    'session transcript proj-acme stats',
    'session rename tide-notes tides',
    'session fork proj-acme acme-2',
    'session export proj-acme md',
    'session export proj-acme jsonl -',
    'session delete tide-notes --dry-run',
    'tool session list',
    'completion bash',
    'session restore',
    'session forget proj-acme --message 2 --dry-run',
    'storage',
    'storage prune',
    'storage policy',
    'storage backup /desk/b.tar',
    'trash list',
    'trash empty',
  ]

  it.each(calls)('%s is one document of what docs/json.md promises', async (line) => {
    const cli = cliHarness()
    const words = line.split(' ')
    const run = line.startsWith('tool ')
      ? await cli.run('tool', 'session', '--json', ...words.slice(2))
      : await cli.run(...words, '--json')
    expect(run).toMatchObject({ code: 0, err: '' })
    const json = document(run)
    expect(Object.entries(json)[0]).toEqual(['schemaVersion', 1])
    for (const key of keysOf(json)) expect(promised).toContain(`\`${key}\``)
  })

  it('has the same members whether they are known or not', async () => {
    const json = document(await cliHarness().run('session', 'get', 'proj-acme', '--json'))
    expect(json).toEqual({
      schemaVersion: 1,
      name: 'proj-acme',
      title: 'Gateway of ACME',
      id: expect.any(String) as string,
      total: 4,
      offset: 0,
      messages: expect.any(Array) as unknown[],
      nextOffset: null,
      sourceGoneSince: null,
      centredOn: null,
    })
    expect((json['messages'] as unknown[])[2]).toEqual({
      position: 2,
      role: 'assistant',
      text: 'We used a token bucket for the rate limiter',
      at: '2026-03-14T12:00:00.000Z',
      approximate: false,
      toolName: null,
      state: 'live',
      cutFrom: null,
      toolCalls: [],
    })
  })

  it('gives offsets that fit the text of the snippet', async () => {
    const json = document(await cliHarness().run('search', 'token bucket', '--json'))
    const [session] = json['sessions'] as { messages: { snippet: Snippet }[] }[]
    const { text, matches } = session?.messages[0]?.snippet ?? { text: '', matches: [] }
    expect(matches.map(({ start, end }) => text.slice(start, end))).toEqual(['token', 'bucket'])
  })

  it('prints a document and an error line when nothing is found', async () => {
    const run = await cliHarness().run('search', 'zeppelin', '--json')
    expect(run.code).toBe(1)
    expect(document(run)).toMatchObject({ sessions: [], total: 0, unknown: ['zeppelin'] })
    expect(JSON.parse(run.err)).toMatchObject({ error: { code: 'no-match' } })
  })

  it('escapes what a terminal would act on', async () => {
    const cli = cliHarness()
    cli.chatcli.sessions.save('evil', [said('user', '\x9b2J\x7f\x1b]0;pwn\x07', 1)])
    const run = await cli.run('session', 'get', 'evil', '--json')
    expect(run.out).not.toMatch(/[\0-\x09\x0B-\x1F\x7F-\x9F]/)
    expect((document(run)['messages'] as { text: string }[])[0]?.text).toBe('\x9b2J\x7f\x1b]0;pwn\x07')
  })
})

interface Snippet {
  readonly text: string
  readonly matches: readonly { readonly start: number; readonly end: number }[]
}

describe('--ndjson', () => {
  it.each([['session list'], ['search water rate']])('%s is a line per session', async (line) => {
    const { code, out, err } = await cliHarness().run(...line.split(' '), '--ndjson')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = out.trimEnd().split('\n')
    expect(lines.map((text) => (JSON.parse(text) as { name: string }).name).sort()).toEqual([
      'proj-acme',
      'tide-notes',
    ])
    for (const text of lines) expect(text).toMatch(/^\{"schemaVersion":1,"name":/)
  })

  it('is refused together with --json, and where there is no list', async () => {
    expect((await cliHarness().run('session', 'list', '--json', '--ndjson')).code).toBe(2)
    expect((await cliHarness().run('session', 'get', 'proj-acme', '--ndjson')).code).toBe(2)
  })
})

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'byRole' ? [key] : [key, ...keysOf(inner)]))
}
