import { describe, expect, it } from 'vitest'
import { said } from '../../commands/sample-memory.suite.ts'
import { cliHarness, portuguese } from './cli-harness.suite.ts'

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
      err: 'Read one with: chatcli session get NAME\n',
    })
  })

  it('lists in Portuguese', async () => {
    const { out, err } = await cliHarness(portuguese).run('session', 'list', '--limit', '1')
    expect(out).toBe('Sessões salvas:\n\n  tide-notes  2026-03-20  25 mensagens  Tides\n\n… e mais 1\n')
    expect(err).toBe('Leia uma com: chatcli session get NOME\nListe todas com: chatcli session list --all\n')
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

  it('sets matches off on a terminal only, and not with NO_COLOR or where TERM is dumb', async () => {
    const bold = '\x1b[1mtoken\x1b[22m'
    const find = async (more: Parameters<typeof cliHarness>[0]): Promise<string> =>
      (await cliHarness(more).run('search', 'token bucket')).out
    expect(await find({ isTty: true, columns: 80 })).toContain(bold)
    expect(await find({ isTty: false })).not.toContain('\x1b')
    for (const more of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
      const environment = { HOME: '/home', ...more }
      expect(await find({ isTty: true, columns: 80, environment })).not.toContain('\x1b')
    }
  })

  it('fits a list into the terminal', async () => {
    const { out } = await cliHarness({
      isTty: true,
      columns: 50,
      environment: { HOME: '/home', NO_COLOR: '1' },
    }).run('session', 'list')
    expect(out).toContain('  proj-acme   2026-03-14   4 messages  Gateway of…\n')
  })

  it.each([true, false])(
    'exports to a terminal (%s) so that it is safe, elsewhere to the byte',
    async (isTty) => {
      const cli = cliHarness({ isTty, environment: { HOME: '/home', NO_COLOR: '1' } })
      cli.chatcli.sessions.save('evil', [said('user', 'light\x9b2Jhouse', 1)])
      const { out } = await cli.run('session', 'export', 'evil', 'md', '-')
      expect(out).toContain(isTty ? 'lighthouse' : 'light\x9b2Jhouse')
    },
  )

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
    expect(JSON.parse(run.out)).toMatchObject({
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
    [['session'], 'session export NAME md|jsonl|sharegpt [PATH|-]'],
    [['session', '--help'], 'session export NAME md|jsonl|sharegpt [PATH|-]'],
    [['help', 'exit-codes'], '130  interrupted'],
    [['help', 'exit-codes'], '70  a fault of the program itself'],
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
