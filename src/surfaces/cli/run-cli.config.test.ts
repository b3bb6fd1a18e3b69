import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readText } from '../../disk/read-text.ts'
import { type Environment, settingNames, settingRows, writeConfig } from '../../settings.ts'
import type { CliEdge } from './cli-edge.ts'
import { cliHarness, type CliHarness, type CliRun } from './cli-harness.suite.ts'

const path = '/home/.chatcli/config.toml'
const plain = { HOME: '/home', TZ: 'UTC' }

interface ConfigHarness extends CliHarness {
  /** What stands in config.toml. */
  readonly text: () => string
}

function harness(toml?: string, environment: Environment = {}, more: Partial<CliEdge> = {}): ConfigHarness {
  const cli = cliHarness({ environment: { ...plain, ...environment }, ...more })
  if (toml !== undefined) writeConfig(cli.disk, path, toml, undefined)
  return { ...cli, text: () => readText(cli.disk, path) }
}

async function* input(text: string): AsyncIterable<string> {
  yield text
}

const lineOf = (run: CliRun, key: string): string[] =>
  run.out
    .split('\n')
    .find((line) => line.startsWith(`${key} `))
    ?.split(/ {2,}/) ?? []

describe('config list', () => {
  it.each(['config', 'config list'])('%s shows value and origin of everything', async (call) => {
    const cli = harness('model = "tern-2"\n', { CHATCLI_TIMEOUT: '90', ANTHROPIC_API_KEY: 'pa55word' })
    const run = await cli.run(...call.split(' '))
    expect(run).toMatchObject({ code: 0, err: '' })
    const [table = '', bootstrap] = run.out.split('\n\n')
    expect(table.split('\n').length).toBe(settingNames.length)
    expect(bootstrap).toBe('Bootstrap files: none.\n')
    expect(lineOf(run, 'home')).toEqual(['home', '/home/.chatcli', 'default'])
    expect(lineOf(run, 'model')).toEqual(['model', 'tern-2', 'config.toml'])
    expect(lineOf(run, 'timeout')).toEqual(['timeout', '90s', 'environment (CHATCLI_TIMEOUT)'])
    expect(lineOf(run, 'stall-timeout')).toEqual(['stall-timeout', '1m', 'default'])
    expect(lineOf(run, 'anthropic-key')).toEqual(['anthropic-key', 'set', 'environment (ANTHROPIC_API_KEY)'])
    expect(lineOf(run, 'openai-key')).toEqual(['openai-key', 'not set', 'default'])
    const columns = new Set(table.split('\n').map((line) => line.search(/\S+( \(\w+\))?$/)))
    expect(columns.size).toBe(1)
  })

  it('is one document with --json', async () => {
    const toml = 'model = "tern-2"\ntimeout = 90\n[prices.tern]\ninput = 1\noutput = 2\n'
    const { out } = await harness(toml).run('config', '--json')
    const json = JSON.parse(out) as { settings: { key: string }[] }
    expect(json).toMatchObject({ schemaVersion: 1, path, exists: true })
    expect(json.settings.map(({ key }) => key)).toEqual(settingNames.map((name) => settingRows[name].key))
    const of = (key: string): unknown => json.settings.find((setting) => setting.key === key)
    expect(of('model')).toEqual({
      key: 'model',
      value: 'tern-2',
      isSet: true,
      isSecret: false,
      origin: 'file',
      variable: null,
      variables: ['CHATCLI_MODEL'],
      about: 'the model, by its name there, or as `provider/model`',
      problem: null,
    })
    expect(of('timeout')).toMatchObject({ value: '90s' })
    expect(of('autosave')).toMatchObject({ value: true, origin: 'default' })
    expect(of('hidden-sources')).toMatchObject({ value: [], isSet: false })
    expect(of('max-steps')).toMatchObject({ value: 50 })
    expect(of('prices')).toMatchObject({ value: { tern: { input: 1, output: 2, cached: null } } })
  })

  it('lists the rest when a value cannot be understood', async () => {
    const run = await harness('timeout = "soon"\nmodel = "tern-2"\n').run('config')
    expect(run.code).toBe(2)
    expect(lineOf(run, 'timeout')).toEqual(['timeout', 'not understood'])
    expect(lineOf(run, 'model')).toEqual(['model', 'tern-2', 'config.toml'])
    expect(run.err).toBe(`${path}: timeout cannot be "soon".\n`)
  })

  it('speaks Portuguese', async () => {
    const run = await harness('language = "pt-BR"\n', { OPENAI_API_KEY: 'pa55word' }).run('config')
    expect(lineOf(run, 'openai-key')).toEqual(['openai-key', 'definida', 'ambiente (OPENAI_API_KEY)'])
    expect(lineOf(run, 'model')).toEqual(['model', 'sem valor', 'padrão'])
  })
})

describe('config get', () => {
  it.each([
    ['model', 'tern-2\n'],
    ['max-tokens', '4096\n'],
    ['max_tokens', '4096\n'],
    ['maxTokens', '4096\n'],
    ['CHATCLI_MAX_TOKENS', '4096\n'],
    ['transcript', 'off\n'],
    ['hidden-sources', 'aider, cursor\n'],
    ['google-key', 'set (config.toml)\n'],
    ['openai-key', 'not set\n'],
    ['time-zone', 'UTC\n'],
    ['openai-url', 'http://…@host/v1\n'],
  ])('%s', async (key, out) => {
    const toml = [
      'model = "tern-2"',
      'max-tokens = 4096',
      'transcript = false',
      'hidden-sources = ["aider", "cursor"]',
      'google-key = "pa55word"',
      'openai-url = "http://ana:pa55word@host/v1"',
    ].join('\n')
    expect(await harness(toml).run('config', 'get', key)).toEqual({ code: 0, out, err: '' })
  })

  it('knows which key was meant', async () => {
    const run = await harness().run('config', 'get', 'timeot')
    expect(run).toEqual({
      code: 3,
      out: '',
      err: 'chatcli: There is no setting "timeot".\nHint: Did you mean timeout?\n',
    })
    expect((await harness().run('config', 'get', 'qwertz')).err).toContain('chatcli config list')
  })
})

describe('config set', () => {
  it('makes the file', async () => {
    const cli = harness()
    expect(await cli.run('config', 'set', 'timeout', '2m')).toEqual({
      code: 0,
      out: 'timeout is now 2m.\n',
      err: '',
    })
    expect(cli.text()).toBe('timeout = "2m"\n')
    expect((cli.disk.stat(path)?.mode ?? 0) & 0o777).toBe(0o600)
    expect((await cli.run('config', 'get', 'timeout')).out).toBe('2m\n')
  })

  it.each([
    ['max-steps 007', 'max-steps = 7'],
    ['timeout 090', 'timeout = 90'],
    ['autosave off', 'autosave = false'],
    ['hidden-sources Aider,cursor', 'hidden-sources = ["aider", "cursor"]'],
    ['model say"what"\\', 'model = "say\\"what\\"\\\\"'],
    ['openai-url http://localhost:8080/v1', 'openai-url = "http://localhost:8080/v1"'],
  ])('%s', async (words, line) => {
    const cli = harness()
    expect((await cli.run('config', 'set', ...words.split(' '))).code).toBe(0)
    expect(cli.text()).toBe(`${line}\n`)
  })

  it('keeps comments, order and unknown keys', async () => {
    const cli = harness('# mine\nmode = "chat" # for now\nlater = 1\n\n[prices.a]\ninput = 1\noutput = 2\n')
    await cli.run('config', 'set', 'mode', 'coder')
    await cli.run('config', 'set', 'model', 'tern-2')
    expect(cli.text()).toBe(
      '# mine\nmode = "coder" # for now\nlater = 1\nmodel = "tern-2"\n\n[prices.a]\ninput = 1\noutput = 2\n',
    )
  })

  it.each([
    ['timeout soon', 2, /timeout cannot be "soon"\.\nHint: Use .*chatcli config set timeout 5m/],
    ['mode pilot', 2, /mode cannot be "pilot"\.\nHint: Use one of these: chat, agent, coder\./],
    ['autosave maybe', 2, /chatcli config set autosave on or chatcli config set autosave off\./],
    ['openai-url localhost:1', 2, /Hint: Use a full address/],
    ['home /elsewhere', 2, /home cannot be set in config\.toml\.\nHint: Set CHATCLI_HOME/],
    ['prices 3', 2, /prices is a table.*\nHint: Write it into .*config\.toml/],
    ['modle tern', 3, /Did you mean one of these: mode, model\?|Did you mean model\?/],
    ['model', 2, /VALUE is missing/],
    ['model a b', 2, /"b" is one word too many/],
    ['model -', 2, /model cannot be empty\.\nHint: To take it out: chatcli config unset model/],
  ])('%s changes nothing', async (words, code, error) => {
    const cli = harness('mode = "chat"\n')
    const run = await cli.run('config', 'set', ...words.split(' '))
    expect(run).toMatchObject({ code, out: '', err: expect.stringMatching(error) as string })
    expect(cli.text()).toBe('mode = "chat"\n')
  })

  it('says when a variable goes before the file', async () => {
    const cli = harness(undefined, { CHATCLI_MODEL: 'other' })
    const run = await cli.run('config', 'set', 'model', 'tern-2')
    expect(run.out).toBe('model is now tern-2.\n')
    expect(run.err).toBe('CHATCLI_MODEL is set in the environment and goes before config.toml.\n')
  })

  it('reads a secret from standard input, and recommends it', async () => {
    const cli = harness(undefined, {}, { stdin: input('pa55word\n') })
    expect(await cli.run('config', 'set', 'anthropic-key', '-')).toEqual({
      code: 0,
      out: 'anthropic-key is set.\n',
      err: '',
    })
    expect(cli.text()).toBe('anthropic-key = "pa55word"\n')
    const typed = await cli.run('config', 'set', 'anthropic-key', 'pa55word2')
    expect(typed.err).toContain('chatcli config set anthropic-key -')
    expect(cli.text()).toBe('anthropic-key = "pa55word2"\n')
  })

  it('mends a value that stops everything else', async () => {
    const cli = harness('timeout = "soon"\n')
    expect((await cli.run('session', 'list')).code).toBe(2)
    expect((await cli.run('config', 'set', 'timeout', '5m')).code).toBe(0)
    expect((await cli.run('session', 'list')).code).toBe(0)
  })
})

describe('config unset', () => {
  it('takes a key out, also one that no setting has', async () => {
    const cli = harness('# mine\nmodle = "x"\nmodel = "tern-2"\n')
    expect((await cli.run('config', 'unset', 'model')).out).toBe('model is no longer in config.toml.\n')
    expect((await cli.run('config', 'unset', 'modle')).out).toBe('modle is no longer in config.toml.\n')
    expect(cli.text()).toBe('# mine\n')
    expect(await cli.run('config', 'unset', 'model')).toMatchObject({
      code: 0,
      out: 'model is not in config.toml. Nothing was changed.\n',
    })
    expect((await cli.run('config', 'unset', 'modle')).code).toBe(3)
  })

  it('leaves a table to its owner', async () => {
    const cli = harness('[prices.a]\ninput = 1\noutput = 2\n')
    const run = await cli.run('config', 'unset', 'prices')
    expect(run).toMatchObject({ code: 8, err: expect.stringContaining(`Edit it by hand: ${path}`) as string })
  })
})

describe('config path', () => {
  it('says where the file is, there or not', async () => {
    expect(await harness().run('config', 'path')).toEqual({ code: 0, out: `${path}\n`, err: '' })
    const json = JSON.parse((await harness('').run('config', 'path', '--json')).out) as unknown
    expect(json).toEqual({ schemaVersion: 1, path, exists: true })
    const moved = harness(undefined, { CHATCLI_HOME: '/srv/memory' })
    expect((await moved.run('config', 'path')).out).toBe('/srv/memory/config.toml\n')
  })
})

describe('a file that is no TOML', () => {
  const broken = 'mode = "chat"\nanthropic-key = "pa55word'
  const message = `chatcli: ${path}, line 2, column 17: unfinished string\nHint: Correct that line in an editor; nothing was done.\n`

  it.each([
    'session list',
    'search tide',
    'config',
    'config get mode',
    'config set mode agent',
    'config unset mode',
  ])('%s says where', async (call) => {
    const cli = harness(broken)
    expect(await cli.run(...call.split(' '))).toEqual({ code: 2, out: '', err: message })
    expect(cli.text()).toBe(broken)
  })

  it.each(['config path', '--help', '--version', 'help query', 'completion bash'])(
    '%s works all the same',
    async (call) => {
      expect(await harness(broken).run(...call.split(' '))).toMatchObject({ code: 0, err: '' })
    },
  )

  it('is told in Portuguese', async () => {
    const { err } = await harness(broken, { CHATCLI_LANG: 'pt-BR' }).run('session', 'list')
    expect(err).toBe(
      `chatcli: ${path}, linha 2, coluna 17: texto sem fim\nDica: Corrija essa linha em um editor; nada foi feito.\n`,
    )
  })
})

describe('what stands in config.toml', () => {
  it('counts for every command', async () => {
    const { out } = await harness('language = "pt-BR"\n').run('session', 'list')
    expect(out).toMatch(/^Sessões salvas:/)
    expect((await harness('language = "pt-BR"\n').run('--help')).out).toContain('Comandos:')
  })

  it('opens the memory with it', async () => {
    let transcript: boolean | undefined
    const { chatcli } = cliHarness()
    const open: CliEdge['open'] = async (settings) => {
      transcript = settings.transcript
      return chatcli
    }
    await harness('transcript = false\n', {}, { open }).run('session', 'list')
    expect(transcript).toBe(false)
  })

  it('is warned of where it means nothing, without stopping anything', async () => {
    const run = await harness('timeot = 1\nqwertz = 2\nhome = "/x"\n').run('session', 'list')
    expect(run.code).toBe(0)
    expect(run.err).toContain(
      [
        `${path}: there is no setting "timeot". Did you mean timeout?`,
        `${path}: there is no setting "qwertz".`,
        `${path}: home has no meaning here; set CHATCLI_HOME.`,
        '',
      ].join('\n'),
    )
    expect((await harness('timeot = 1\n').run('session', 'list', '--json')).err).toBe('')
  })

  it('is told in Portuguese where it is wrong', async () => {
    const wrong = harness('timeout = "logo"\n', { CHATCLI_LANG: 'pt-BR' })
    const { err } = await wrong.run('session', 'list')
    expect(err).toBe(
      `chatcli: ${path}: timeout não pode ser "logo".\nDica: Use um tempo de até 24h: timeout = "90s", timeout = "5m", timeout = "1h"; um número sozinho são segundos.\n`,
    )
  })
})

it('completes actions and keys', async () => {
  const words = async (...line: string[]): Promise<string[]> =>
    (await harness().run('__complete', ...line)).out.split('\n').filter(Boolean)
  expect(await words('config', '')).toEqual(['list', 'get', 'set', 'unset', 'path'])
  expect(await words('config', 'get', 'max')).toEqual([
    'max-tokens',
    'max-payload',
    'max-retries',
    'max-steps',
  ])
})

it('prints no secret, whatever is asked', async () => {
  const secrets = settingNames.filter((name) => settingRows[name].secret === true)
  const secret = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{11,39}$/)
  const calls = [
    'config',
    'config --json',
    'config path',
    'session list',
    'config set mode chat',
    'config unset mode',
    ...secrets.map((name) => `config get ${settingRows[name].key}`),
    ...secrets.map((name) => `config get ${settingRows[name].key} --json`),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.array(secret, { minLength: secrets.length, maxLength: secrets.length }),
      fc.boolean(),
      fc.constantFrom('', 'timeout = "soon"\n', 'mode = \n', 'anthropic-key = [\n'),
      async (values, inFile, wrong) => {
        const rows = secrets.map((name, i) => [settingRows[name], values[i] ?? ''] as const)
        const toml = rows.map(([{ key }, value]) => `${key} = "${value}"\n`).join('') + wrong
        const environment = Object.fromEntries(
          rows.map(([{ variables }, value]) => [variables[0] ?? '', value]),
        )
        for (const call of calls) {
          const cli = inFile ? harness(toml) : harness(wrong, environment)
          const { out, err } = await cli.run(...call.split(' '))
          for (const value of values) expect(`${out}${err}`).not.toContain(value)
        }
        for (const [{ key, environmentOnly }, value] of rows) {
          const { out, err } = await harness().run('config', 'set', key, value, '--json')
          expect(`${out}${err}`).not.toContain(value)
          if (environmentOnly === true) expect(err).toContain('usage')
          else expect(JSON.parse(out)).toMatchObject({ key, value: null, isSet: true })
        }
      },
    ),
    { numRuns: 15 },
  )
})
