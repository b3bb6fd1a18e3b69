import { describe, expect, it } from 'vitest'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError, type ErrorCode } from '../../errors.ts'
import { cliHarness, portuguese } from './cli-harness.suite.ts'

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
    ['acp more', 2, /"more" is one word too many\./],
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

  it.each([
    ['session get nada', 'Não existe a sessão "nada"\nDica: Veja o que existe com: chatcli session list'],
    [
      'session get a/b',
      '"a/b" não serve de nome de sessão: tem um caractere ou um tamanho que não é permitido\n' +
        'Dica: Nomes têm de 1 a 128 letras, dígitos, ".", "_" e "-", e começam com letra ou dígito. Tente "a-b".',
    ],
    [
      'session rename proj-acme mcp-acme',
      '"mcp-acme" não pode ser dado a uma sessão\n' +
        'Dica: Nomes que começam com autosave- ou mcp- são dados pelo programa. Tente "my-mcp-acme".',
    ],
    ['session fork proj-acme tide-notes', 'Já existe a sessão "tide-notes"\nDica: Escolha outro nome.'],
    [
      'session restore nada',
      'Não há "nada" na lixeira\nDica: Veja o que há nela com: chatcli session restore',
    ],
    [
      'session get proj-acme --message 9',
      '"proj-acme" não tem a mensagem 9\nDica: suas mensagens vão de 0 a 3',
    ],
    [
      'session get half',
      '/home/chatcli/sessions/half.json não pode ser lido como sessão: não é JSON inteiro\n' +
        'Dica: O arquivo fica como está. Ponha uma cópia de segurança no lugar, ou corrija-o à mão e tente de novo.',
    ],
    [
      'session get later',
      '/home/chatcli/sessions/later.json tem a versão 3 do formato, e este programa conhece versões até 2\n' +
        'Dica: Atualize o chatcli para abri-lo; o arquivo fica como está.',
    ],
  ])('speaks Portuguese also where the store does not: %s', async (line, said) => {
    const cli = cliHarness(portuguese)
    const files = { half: '{"version":2,"chat_hist', later: '{"version":3,"chat_history":[]}' }
    for (const [name, content] of Object.entries(files)) {
      writeDurably(cli.disk, `/home/chatcli/sessions/${name}.json`, new TextEncoder().encode(content), {
        replace: false,
        randomName: () => `temporary-${name}`,
      })
    }
    expect((await cli.run(...line.split(' '))).err).toBe(`chatcli: ${said}\n`)
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
    provider: 9,
    'tools-unsupported': 9,
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
