import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { said } from '../../commands/sample-memory.suite.ts'
import { ChatCliError, type ErrorCode } from '../../errors.ts'
import { cliHarness, type CliRun } from './cli-harness.suite.ts'

const portuguese = { environment: { HOME: '/home', TZ: 'UTC', CHATCLI_LANG: 'pt-BR' } }
const document = (run: CliRun): Record<string, unknown> => JSON.parse(run.out) as Record<string, unknown>

describe('text', () => {
  it('lists', async () => {
    expect(await cliHarness().run('session', 'list')).toEqual({
      code: 0,
      out: [
        'Saved sessions:',
        '',
        '  tide-notes  2026-03-20  25 messages  Tides',
        '  proj-acme   2026-03-14   4 messages  Gateway of ACME',
        '',
      ].join('\n'),
      err: 'Read one with: chatcli session get NAME. List them all with --all.\n',
    })
  })

  it('lists in Portuguese', async () => {
    const { out, err } = await cliHarness(portuguese).run('session', 'list', '--limit', '1')
    expect(out).toBe('Sessões salvas:\n\n  tide-notes  2026-03-20  25 mensagens  Tides\n\n… e mais 1\n')
    expect(err).toContain('Leia uma com: chatcli session get NOME')
  })

  it.each(['search', 'session search'])('%s', async (call) => {
    expect(await cliHarness().run(...call.split(' '), 'rate', 'limiter')).toEqual({
      code: 0,
      out: [
        'Sessions matching "rate limiter":',
        '',
        '• proj-acme — Gateway of ACME (2 matches, 2026-03-14)',
        '    … assistant: We used a token bucket for the rate limiter',
        '    … user: The rate limiter: capped it at 1000 rps per key',
        '',
      ].join('\n'),
      err: 'Read around a match with: chatcli session get NAME --query "…"\n',
    })
  })

  it('searches in Portuguese', async () => {
    const found = await cliHarness(portuguese).run('search', 'rate limiter redis')
    expect(found.out).toContain('Sessões que correspondem a "rate limiter redis":')
    expect(found.out).toContain('(2 ocorrências, 2026-03-14, sem: redis)')
    expect(found.err).toContain('Nenhuma mensagem contém: redis')
    const nothing = await cliHarness(portuguese).run('search', 'zepelim')
    expect(nothing.out).toBe('Nada encontrado para "zepelim" (busca em 2 sessões).\n')
    expect(nothing.code).toBe(1)
  })

  it('says how it read a time', async () => {
    const { err } = await cliHarness().run('search', 'rate limiter in March 2026')
    expect(err).toContain('"in March 2026" was read as a time from 2026-03-01 00:00 until 2026-04-01 00:00')
  })

  it.each(['get', 'show'])('%s', async (verb) => {
    const { code, out, err } = await cliHarness().run(
      'session',
      verb,
      'tide-notes',
      '--offset',
      '20',
      '--limit',
      '2',
    )
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(
      [
        'tide-notes: messages 20–21 of 25 — Tides',
        '',
        '[20] user: High water at pier 20',
        '',
        '[21] assistant: High water at pier 21',
        '',
        'Next page: chatcli session get tide-notes --offset 22 --limit 2',
        '',
      ].join('\n'),
    )
  })

  it('reads in Portuguese', async () => {
    const { out } = await cliHarness(portuguese).run('session', 'get', 'proj-acme', '--message', '2')
    expect(out).toBe(
      'proj-acme: mensagem 2 de 4, assistant — Gateway of ACME\n\nWe used a token bucket for the rate limiter\n',
    )
  })

  it('shows hits in one session with their positions', async () => {
    const { out } = await cliHarness().run('session', 'transcript', 'proj-acme', 'search', 'token', 'bucket')
    expect(out).toBe('#2 assistant We used a token bucket for the rate limiter\n')
  })

  it('replays from a position', async () => {
    const { out } = await cliHarness().run('session', 'transcript', 'tide-notes', 'show', '3', '2')
    expect(out).toContain('[3] assistant: High water at pier 3\n\n[4] user: High water at pier 4\n\nNext: ')
    const ten = await cliHarness().run('session', 'transcript', 'tide-notes', 'show', '3')
    expect(ten.out).toContain('messages 3–12 of 25')
  })

  it('measures', async () => {
    const { out } = await cliHarness().run('session', 'transcript', 'proj-acme', 'stats')
    expect(out).toMatch(/^proj-acme\n {2}Messages +4 \(.*2 user.*\)\n {2}Read from +journal\n/)
  })

  it('renames and copies', async () => {
    const cli = cliHarness()
    expect((await cli.run('session', 'rename', 'proj-acme', 'gateway')).out).toBe(
      'Session "proj-acme" is now "gateway".\n',
    )
    expect((await cli.run('session', 'fork', 'gateway', 'gateway-2')).out).toBe(
      'Session "gateway" copied to "gateway-2" (4 messages).\n',
    )
  })

  it('reads standard input in pieces', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify([{ role: 'user', content: 'maré às nove' }]))
    async function* pieces(): AsyncIterable<Uint8Array> {
      for (const byte of bytes) yield Uint8Array.of(byte)
    }
    const cli = cliHarness({ stdin: pieces() })
    await cli.run('session', 'save', 'mares', '--from', '-')
    expect(cli.chatcli.sessions.load('mares').messages[0]?.content).toBe('maré às nove')
  })

  it('sets matches off on a terminal only, and not with NO_COLOR', async () => {
    const bold = '\x1b[1mtoken\x1b[22m'
    const find = async (more: Parameters<typeof cliHarness>[0]): Promise<string> =>
      (await cliHarness(more).run('search', 'token bucket')).out
    expect(await find({ isTty: true, columns: 80 })).toContain(bold)
    expect(await find({ isTty: false })).not.toContain('\x1b')
    const environment = { HOME: '/home', NO_COLOR: '1' }
    expect(await find({ isTty: true, columns: 80, environment })).not.toContain('\x1b')
  })

  it('fits a list into the terminal', async () => {
    const { out } = await cliHarness({
      isTty: true,
      columns: 50,
      environment: { HOME: '/home', NO_COLOR: '1' },
    }).run('session', 'list')
    expect(out).toContain('  proj-acme   2026-03-14   4 messages  Gateway of…\n')
  })

  it('lets no stored text act on the terminal', async () => {
    const cli = cliHarness()
    const evil = '\x1b]0;pwn\x07lighthouse\x9b2J'
    cli.chatcli.sessions.save('evil', [said('user', evil, 1)], { title: evil })
    for (const argv of [
      ['session', 'list'],
      ['search', 'lighthouse'],
      ['search', evil],
      ['session', 'get', 'evil'],
      ['session', 'get', evil],
      ['session', evil],
      [evil],
      ['session', 'list', `--${evil}`],
      ['session', 'transcript', 'evil', 'search', 'lighthouse'],
      ['session', 'transcript', 'evil', 'show', '0'],
      ['tool', 'session', 'get', 'evil'],
    ]) {
      const { out, err } = await cli.run(...argv)
      expect(out + err).not.toMatch(/[\0-\x08\x0B-\x1F\x7F-\x9F]/)
      expect(out + err).not.toMatch(/\]0;/)
    }
  })
})

describe('what goes wrong', () => {
  it.each<[argv: string, code: number, error: RegExp]>([
    ['serch cache', 2, /Unknown command "serch"\.\nHint: Did you mean chatcli search\?\n$/],
    ['sesion list', 2, /Did you mean chatcli session\?/],
    ['session lst', 2, /Unknown command "session lst"\.\nHint: Did you mean chatcli session list\?/],
    ['list', 2, /Did you mean chatcli session list\?/],
    ['rm proj-acme', 2, /Did you mean chatcli session delete\?/],
    ['session load proj-acme', 2, /Did you mean chatcli session get\?/],
    ['qwertz', 2, /Unknown command "qwertz"\.\nHint: See chatcli --help\./],
    ['session list --limt 3', 2, /There is no option --limt here\.\nHint: Did you mean --limit\?/],
    ['search cache --limt 3', 2, /There is no option --limt here\.\nHint: Did you mean --limit\?/],
    ['--bogus', 2, /There is no option --bogus here\./],
    ['session list --limit', 2, /--limit needs a value\.\nUsage: chatcli session list/],
    ['session list --limit few', 2, /--limit cannot be "few"\.\nHint: Give a whole number from 1/],
    ['session list --sort age', 2, /--sort cannot be "age"\.\nHint: Give one of these: recent, name, size\./],
    ['session list more', 2, /"more" is one word too many\./],
    ['session get', 2, /NAME is missing\.\nUsage: chatcli session get NAME \[OPTIONS\]/],
    ['session get proj-acme --limit 201', 2, /Give a whole number from 1 to 200\./],
    ['session get a/b', 2, /is not a session name/],
    ['session get proj-acne', 3, /Hint: Did you mean proj-acme\?/],
    ['session get nothing-like-it', 3, /Hint: See what there is with: chatcli session list/],
    ['session get proj-acme --message 4', 3, /no message 4/],
    ['session rename proj-acme tide-notes', 6, /tide-notes/],
    ['session delete proj-acme --purge', 8, /--yes/],
    ['session export proj-acme md /nothing/here.md', 7, /Could not write/],
    ['session transcript proj-acme sumarise', 2, /Give one of these: search, show, export, stats\./],
    ['search', 2, /Say what to look for\./],
    ['search cache --since soon', 2, /--since cannot be "soon"\./],
    ['tool session delete proj-acme', 2, /it is one of search, get, list/],
    ['completion tcsh', 2, /Give one of these: bash, zsh, fish\./],
    ['help qwertz', 2, /There is no help on "qwertz"\./],
  ])('%s', async (line, code, error) => {
    const run = await cliHarness().run(...line.split(' '))
    expect(run.err).toMatch(/^chatcli: /)
    expect(run.err).toMatch(error)
    expect(run.err.split('\n').length).toBeLessThanOrEqual(3)
    expect({ code: run.code, out: run.out }).toEqual({ code, out: '' })
  })

  it('speaks Portuguese too', async () => {
    const { err } = await cliHarness(portuguese).run('session', 'lst')
    expect(err).toBe(
      'chatcli: Comando desconhecido: "session lst".\nDica: Você quis dizer chatcli session list?\n',
    )
  })

  it('is one line of JSON for programs', async () => {
    const { code, out, err } = await cliHarness().run('session', 'get', 'proj-acne', '--json')
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err.match(/\n/g)).toHaveLength(1)
    expect(JSON.parse(err)).toEqual({
      error: {
        code: 'not-found',
        message: expect.stringContaining('proj-acne') as string,
        hint: 'Did you mean proj-acme?',
      },
    })
    const usage = await cliHarness().run('session', 'list', '--ndjson', '--limt', '1')
    expect(JSON.parse(usage.err)).toMatchObject({ error: { code: 'usage' } })
  })

  const codes: Readonly<Record<ErrorCode, number>> = {
    'no-match': 1,
    usage: 2,
    'invalid-name': 2,
    'not-found': 3,
    key: 4,
    damaged: 5,
    'newer-version': 5,
    exists: 6,
    conflict: 6,
    locked: 6,
    storage: 7,
    refused: 8,
    interrupted: 130,
  }

  it.each(Object.entries(codes))('%s ends with %i', async (code, exit) => {
    const open = async (): Promise<never> => {
      throw new ChatCliError(code as ErrorCode, 'It went wrong.')
    }
    const run = await cliHarness({ open }).run('session', 'list')
    expect(run.code).toBe(exit)
    expect(run.err).toMatch(/^chatcli: It went wrong\.\n(Hint|Usage): .+\n$/)
  })

  it('tells a failure of the system in plain words, and a bug in one line without a stack', async () => {
    const failing = (error: Error) => cliHarness({ open: () => Promise.reject(error) })
    const full = Object.assign(new Error('ENOSPC: no space left, write'), { code: 'ENOSPC', path: '/home/x' })
    const storage = await failing(full).run('session', 'list')
    expect(storage.code).toBe(7)
    expect(storage.err).toContain('Could not use /home/x: no space is left')
    const bug = await failing(new TypeError('x is undefined')).run('session', 'list')
    expect(bug.code).toBe(70)
    expect(bug.err).toMatch(
      /^chatcli: an error that should not happen: TypeError: x is undefined\. .*report.*\n$/,
    )
    expect(bug.err).not.toContain('    at ')
  })

  it('names a setting that cannot be', async () => {
    const environment = { HOME: '/home', CHATCLI_SESSION_TRANSCRIPT: 'soon' }
    const run = await cliHarness({ environment }).run('session', 'list')
    expect(run.code).toBe(2)
    expect(run.err).toContain('CHATCLI_SESSION_TRANSCRIPT cannot be "soon".')
    expect((await cliHarness({ environment }).run('--help')).code).toBe(0)
  })
})

describe('the words of a query', () => {
  it.each([
    [['search', 'bucket', '-limiter'], 'bucket -limiter'],
    [['search', '-limiter', 'bucket', '--limit', '1'], '-limiter bucket'],
    [['search', '--', '--limit', '5'], '--limit 5'],
    [['search', 'bucket', '-limiter', '--', '--strict'], 'bucket -limiter --strict'],
    [['search', '"token bucket"', 'role:user'], '"token bucket" role:user'],
  ])('%j asks for %j', async (argv, query) => {
    const { out } = await cliHarness().run(argv[0] ?? '', '--json', ...argv.slice(1))
    expect(JSON.parse(out)).toMatchObject({ query })
  })

  it('narrows down by options', async () => {
    const cli = cliHarness()
    const names = async (...more: string[]): Promise<unknown> => {
      const { out } = await cli.run('search', 'water rate', '--json', ...more)
      return (JSON.parse(out) as { sessions: { name: string }[] }).sessions.map(({ name }) => name)
    }
    expect(await names('--in', 'proj-*')).toEqual(['proj-acme'])
    expect(await names('--since', '2026-03-15')).toEqual(['tide-notes'])
    expect(await names('--until', '2026-03-14')).toEqual(['proj-acme'])
    expect(await names('--sessions', '1')).toHaveLength(1)
    expect(await names('--strict')).toEqual([])
    expect(await names('--source', 'codex')).toEqual([])
  })
})

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

describe('tool session', () => {
  it('takes the published envelope, and words', async () => {
    const envelope = '{"cmd":"search","args":{"query":"rate limiter"}}'
    const run = await cliHarness().run('tool', 'session', envelope)
    expect(run).toMatchObject({ code: 0, err: '' })
    expect(run.out).toMatch(/^Sessions matching "rate limiter":\n\n• proj-acme — /)
    const words = await cliHarness().run('tool', 'session', 'search', 'rate', 'limiter', '--limit', '1')
    expect(words.out.match(/^ {4}… /gm)).toHaveLength(1)
  })

  it('ends with the code of what went wrong', async () => {
    expect((await cliHarness().run('tool', 'session', 'search', 'zeppelin')).code).toBe(1)
    expect((await cliHarness().run('tool', 'session', 'get', 'proj-acne')).code).toBe(3)
    expect((await cliHarness().run('tool', 'session', '{"cmd":"attach"}')).code).toBe(8)
    expect((await cliHarness().run('tool', 'session')).code).toBe(2)
  })

  it('answers programs with the text and the result', async () => {
    const run = await cliHarness().run(
      'tool',
      'session',
      '--json',
      '{"cmd":"get","args":{"name":"proj-acme"}}',
    )
    expect(document(run)).toMatchObject({
      command: 'get',
      isError: false,
      text: expect.stringContaining('[2] assistant: We used') as string,
      result: { name: 'proj-acme', total: 4 },
    })
  })
})

describe('help', () => {
  it.each([[], ['--help'], ['-h'], ['help']])('%j shows everything, examples first', async (...argv) => {
    const { code, out, err } = await cliHarness().run(...argv)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.indexOf('Examples:')).toBeGreaterThan(0)
    expect(out.indexOf('Examples:')).toBeLessThan(out.indexOf('Commands:'))
    for (const word of ['search QUERY…', 'session save [NAME]', 'help exit-codes'])
      expect(out).toContain(word)
  })

  it.each([
    [['search', '--help'], 'Usage: chatcli search QUERY… [OPTIONS]'],
    [['session', 'search', '-h'], 'Usage: chatcli search QUERY… [OPTIONS]'],
    [['session', 'get', 'proj-acme', '--help'], 'Usage: chatcli session get NAME [OPTIONS]'],
    [['help', 'session', 'list'], 'Usage: chatcli session list [OPTIONS]'],
    [['session'], 'session export NAME md|jsonl [PATH|-]'],
    [['session', '--help'], 'session export NAME md|jsonl [PATH|-]'],
    [['help', 'exit-codes'], '130  interrupted'],
    [['help', 'query'], '-redis'],
    [['help', 'completion'], 'bash|zsh|fish'],
  ])('%j', async (argv, part) => {
    const { code, out } = await cliHarness().run(...argv)
    expect(code).toBe(0)
    expect(out).toContain(part)
  })

  it('speaks Portuguese', async () => {
    const { out } = await cliHarness(portuguese).run('session', 'list', '--help')
    expect(out).toMatch(/^lista as sessões salvas, .*\n\nExemplos:\n/)
  })

  it('shows the version', async () => {
    for (const flag of ['--version', '-v'])
      expect((await cliHarness().run(flag)).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('opens no memory for it', async () => {
    const open = (): Promise<never> => Promise.reject(new Error('opened'))
    for (const line of ['--help', '--version', 'help query', 'completion zsh', 'session get --help']) {
      expect((await cliHarness({ open }).run(...line.split(' '))).code).toBe(0)
    }
  })
})

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'byRole' ? [key] : [key, ...keysOf(inner)]))
}
