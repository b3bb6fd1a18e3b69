import { describe, expect, it } from 'vitest'
import { ChatCliError } from '../errors.ts'
import type { ModelSettings } from '../models/model-settings.ts'
import { parseConfig } from './config-file.ts'
import { fromStoreInPortuguese } from '../text/from-store-in-portuguese.ts'
import type { Environment } from './environment.ts'
import { resolveSettings, unknownKeys } from './resolve-settings.ts'
import { settingNames, settingRows } from './setting-rows.ts'
import type { Settings } from './settings.ts'

const home = { HOME: '/home/ana' }
const path = '/home/ana/.chatcli/config.toml'

async function resolved(environment: Environment, toml = '') {
  return resolveSettings({ ...home, ...environment }, await parseConfig(path, toml))
}

async function errorOf(environment: Environment, toml = ''): Promise<ChatCliError> {
  const error: unknown = await resolved(environment, toml).catch((thrown: unknown) => thrown)
  if (error instanceof ChatCliError) return error
  throw new Error('expected an error')
}

describe('values of variables', () => {
  it.each<[variable: string, value: string, name: keyof Settings, expected: unknown]>([
    ['CHATCLI_PROVIDER', 'ollama', 'provider', 'ollama'],
    ['LLM_PROVIDER', 'CLAUDEAI', 'provider', 'CLAUDEAI'],
    ['CHATCLI_MODEL', ' tern-2 ', 'model', 'tern-2'],
    ['ANTHROPIC_API_KEY', 'k1', 'anthropicKey', 'k1'],
    ['ANTHROPIC_BASE_URL', 'http://localhost:1', 'anthropicUrl', 'http://localhost:1'],
    ['OPENAI_API_KEY', 'k2', 'openaiKey', 'k2'],
    ['OPENAI_BASE_URL', 'not an address', 'openaiUrl', 'not an address'],
    ['GOOGLE_GENERATIVE_AI_API_KEY', 'k3', 'googleKey', 'k3'],
    ['GEMINI_API_KEY', 'k4', 'googleKey', 'k4'],
    ['GOOGLE_API_KEY', 'k5', 'googleKey', 'k5'],
    ['OPENROUTER_API_KEY', 'k6', 'openrouterKey', 'k6'],
    ['OLLAMA_HOST', '0.0.0.0:11434', 'ollamaHost', '0.0.0.0:11434'],
    ['CHATCLI_DISABLE_HISTORY', 'true', 'history', false],
    ['CHATCLI_DISABLE_HISTORY', '0', 'history', true],
    ['HISTORY_FILE', '~/typed', 'historyFile', '/home/ana/typed'],
    ['HISTORY_MAX_SIZE', '100MB', 'historyMaxBytes', 104_857_600],
    ['HISTORY_MAX_SIZE', '1.5 kib', 'historyMaxBytes', 1536],
    ['HISTORY_MAX_SIZE', '4096', 'historyMaxBytes', 4096],
    ['CHATCLI_TOOL_CALLS', 'Native', 'toolCalls', 'native'],
    ['CHATCLI_MAX_TOKENS', '4096', 'maxTokens', 4096],
    ['CHATCLI_TIMEOUT', '5m', 'timeoutMs', 300_000],
    ['CHATCLI_TIMEOUT', '90s', 'timeoutMs', 90_000],
    ['CHATCLI_TIMEOUT', '45', 'timeoutMs', 45_000],
    ['CHATCLI_TIMEOUT', '1.5h', 'timeoutMs', 5_400_000],
    ['CHATCLI_STALL_TIMEOUT', '500ms', 'stallMs', 500],
    ['CHATCLI_STALL_TIMEOUT', '24h', 'stallMs', 86_400_000],
    ['CHATCLI_MAX_RETRIES', '0', 'retries', 0],
    ['CHATCLI_MODE', 'CODER', 'mode', 'coder'],
    ['CHATCLI_SESSION_AUTOSAVE', 'disabled', 'autosave', false],
    ['CHATCLI_SESSION_WRITETHROUGH', '0', 'writeThrough', false],
    ['CHATCLI_HIDDEN_SOURCES', 'Claude-Code, aider,,aider ', 'hiddenSources', ['claude-code', 'aider']],
    ['CHATCLI_MAX_STEPS', '7', 'maxSteps', 7],
    ['CHATCLI_CONTEXT_WINDOW', '200000', 'contextWindow', 200_000],
    ['CHATCLI_MAX_PAYLOAD', '5', 'maxPayloadBytes', 5 * 2 ** 20],
    ['CHATCLI_MAX_PAYLOAD', '512KB', 'maxPayloadBytes', 512 * 2 ** 10],
    ['CHATCLI_MICROCOMPACT_HEAD_CHARS', '0', 'microcompactHeadChars', 0],
    ['CHATCLI_SKILL_AGE_TURNS', '3', 'skillAgeTurns', 3],
    ['CHATCLI_COMPRESSION_CCR_MAX_MB', '0', 'archiveMaxMb', 0],
    ['CHATCLI_COMPRESSION_CCR_TTL', '7d', 'archiveTtlMs', 604_800_000],
    ['CHATCLI_COMPRESSION_CCR_TTL', '1h30m', 'archiveTtlMs', 5_400_000],
    ['CHATCLI_COMPRESSION_CCR_TTL', '0', 'archiveTtlMs', 0],
  ])('%s=%s', async (variable, value, name, expected) => {
    const { settings, origins } = await resolved({ [variable]: value })
    expect(settings[name]).toEqual(expected)
    expect(origins[name]).toEqual({ kind: 'environment', variable })
  })

  it.each([
    ['CHATCLI_MAX_TOKENS', '4k', 'Use a whole number from 1 to 10000000.'],
    ['CHATCLI_MAX_TOKENS', '0', 'Use a whole number from 1 to 10000000.'],
    ['CHATCLI_MAX_RETRIES', '-1', 'Use a whole number from 0 to 100.'],
    ['CHATCLI_TIMEOUT', 'soon', expect.stringContaining('CHATCLI_TIMEOUT=5m')],
    ['CHATCLI_TIMEOUT', '0', expect.stringContaining('up to 24h')],
    ['CHATCLI_TIMEOUT', '25h', expect.stringContaining('up to 24h')],
    ['CHATCLI_TOOL_CALLS', 'maybe', 'Use one of these: auto, native, text.'],
    ['CHATCLI_COMPRESSION_CCR_TTL', '90', expect.stringContaining('0 is for ever')],
    ['CHATCLI_COMPRESSION_CCR_TTL', 'h', expect.stringContaining('0 is for ever')],
    ['CHATCLI_MODE', 'autopilot', 'Use one of these: chat, agent, coder.'],
    ['CHATCLI_SESSION_AUTOSAVE', 'nein', 'Use CHATCLI_SESSION_AUTOSAVE=on or CHATCLI_SESSION_AUTOSAVE=off.'],
  ])('%s=%s is an error that says what can be', async (variable, value, hint) => {
    expect(await errorOf({ [variable]: value })).toMatchObject({
      code: 'usage',
      message: `${variable} cannot be "${value}".`,
      hint,
    })
  })

  it('takes the first that is set', async () => {
    const all = { GOOGLE_GENERATIVE_AI_API_KEY: ' ', GEMINI_API_KEY: 'b', GOOGLE_API_KEY: 'c' }
    expect((await resolved(all)).settings.googleKey).toBe('b')
  })
})

describe('values of config.toml', () => {
  it.each<[toml: string, name: keyof Settings, expected: unknown]>([
    ['model = "tern-2"', 'model', 'tern-2'],
    ['timeout = "2m"', 'timeoutMs', 120_000],
    ['timeout = 90', 'timeoutMs', 90_000],
    ['stall-timeout = 0.5', 'stallMs', 500],
    ['max-tokens = 4_096', 'maxTokens', 4096],
    ['max-steps = "12"', 'maxSteps', 12],
    ['autosave = false', 'autosave', false],
    ['transcript = "off"', 'transcript', false],
    ['colour = false', 'colour', false],
    ['colour = true', 'colour', true],
    ['hidden-sources = ["aider", "Cursor"]', 'hiddenSources', ['aider', 'cursor']],
    ['hidden-sources = "aider, cursor"', 'hiddenSources', ['aider', 'cursor']],
    ['time-zone = "America/Sao_Paulo"', 'timeZone', 'America/Sao_Paulo'],
    ['openai-url = "http://localhost:8080/v1"', 'openaiUrl', 'http://localhost:8080/v1'],
    ['prices.tern = {input = 1, output = 2.5}', 'prices', { tern: { input: 1, output: 2.5 } }],
    [
      '[prices."tern-2"]\ninput = 3\noutput = 15\ncached = 0.3',
      'prices',
      { 'tern-2': { input: 3, output: 15, cachedInput: 0.3 } },
    ],
  ])('%s', async (toml, name, expected) => {
    const { settings, origins } = await resolved({}, toml)
    expect(settings[name]).toEqual(expected)
    expect(origins[name]).toEqual({ kind: 'file' })
  })

  it.each([
    ['timeout = "soon"', 'timeout cannot be "soon".', 'timeout = "5m"'],
    ['max-steps = 0', 'max-steps cannot be "0".', 'from 1 to 10000'],
    ['max-steps = [1]', 'max-steps cannot be a list.', 'max-steps = '],
    ['[model]\nprovider = "x"', 'model cannot be a table.', 'model = "…"'],
    ['transcript = "maybe"', 'transcript cannot be "maybe".', 'transcript = true or transcript = false'],
    ['hidden-sources = [1]', 'hidden-sources cannot be a list.', '["one", "two"]'],
    ['model = 2026-03-14', 'model cannot be a date.', 'model = "…"'],
    ['time-zone = "Mars/Base"', 'time-zone cannot be "Mars/Base".', 'America/Sao_Paulo'],
    [
      'openai-url = "localhost:8080/v1"',
      'openai-url cannot be "localhost:8080/v1".',
      'http://localhost:8080',
    ],
    ['prices = 3', 'prices: that is no price.', '[prices."MODEL"]'],
    ['prices.tern = {input = 1}', 'prices, "tern": that is no price.', 'output = 15'],
    ['prices.tern = {input = 1, output = -2}', 'prices, "tern": that is no price.', 'output = 15'],
    ['prices.tern = {input = 1, output = 2, cache = 1}', 'prices, "tern": that is no price.', 'cached = 0.3'],
  ])('%s is an error that names file and key', async (toml, message, hint) => {
    expect(await errorOf({}, toml)).toMatchObject({
      code: 'usage',
      message: `${path}: ${message}`,
      hint: expect.stringContaining(hint) as string,
    })
  })

  it.each([
    'timeout = "soon"',
    'max-steps = 0',
    'history-max-size = "1 byte"',
    'history-max-size = "2000GB"',
    'max-steps = [1]',
    'model = 2026-03-14',
    'model = 3',
    'model = true',
    'model.name = 3',
    'transcript = "maybe"',
    'mode = "pilot"',
    'time-zone = "Mars/Base"',
    'openai-url = "localhost"',
    'openai-key = "a b"',
    'prices = 3',
    'prices.tern = {input = 1}',
  ])('%s is told in Portuguese', async (toml) => {
    const { message, hint = '' } = await errorOf({}, toml)
    expect(fromStoreInPortuguese(message)).toMatch(/^.*: .*(não|isso)/)
    expect(fromStoreInPortuguese(hint)).not.toBe(hint)
    expect(fromStoreInPortuguese(hint)).toMatch(/^(Use um|Use o|Use .* ou |Escreva|Dê) ?/)
  })

  it('says nothing of a secret of the wrong type, nor of a password in an address', async () => {
    const list = await errorOf({}, 'anthropic-key = ["pa55word"]')
    expect(`${list.message} ${list.hint}`).not.toContain('pa55word')
    const two = await errorOf({}, 'openai-key = "pa55word\\npa55word"')
    expect(two.message).toBe(`${path}: openai-key cannot have spaces or several lines.`)
    const address = await errorOf({}, 'openai-url = "ftp://ana:pa55word@host"')
    expect(address.message).toBe(`${path}: openai-url cannot be "ftp://…@host".`)
  })

  it('cannot move the home', async () => {
    const { settings, origins } = await resolved({}, 'home = "/elsewhere"')
    expect(settings.home).toBe('/home/ana/.chatcli')
    expect(origins.home).toEqual({ kind: 'default' })
  })
})

describe('layers', () => {
  it('goes from the environment to the file to the default, for each setting', async () => {
    const toml = 'model = "from-file"\nprovider = "from-file"\nautosave = ""'
    const { settings, origins } = await resolved({ CHATCLI_MODEL: 'from-variable' }, toml)
    expect(settings).toMatchObject({ model: 'from-variable', provider: 'from-file', autosave: true })
    expect(origins).toMatchObject({
      model: { kind: 'environment', variable: 'CHATCLI_MODEL' },
      provider: { kind: 'file' },
      autosave: { kind: 'default' },
    })
  })

  it('prefers the language of the file to the locale of the machine', async () => {
    const toml = 'language = "pt-BR"'
    const machine = { LANG: 'en_US.UTF-8' }
    expect((await resolved(machine, toml)).settings.language).toBe('pt-BR')
    expect((await resolved({ ...machine, CHATCLI_LANG: 'en' }, toml)).settings.language).toBe('en')
    expect((await resolved(machine)).origins.language).toEqual({ kind: 'environment', variable: 'LANG' })
  })

  it('turns the history of typed lines off by a variable that says the opposite of the key', async () => {
    const off = await resolved({}, 'history = false\nhistory-max-size = 2048')
    expect(off.settings).toMatchObject({ history: false, historyMaxBytes: 2048 })
    const on = await resolved({ CHATCLI_DISABLE_HISTORY: 'false' }, 'history = false')
    expect(on.settings.history).toBe(true)
  })

  it('turns colours off for NO_COLOR whatever the file says', async () => {
    expect((await resolved({ NO_COLOR: '1' }, 'colour = true')).settings.colour).toBe(false)
  })

  it('gives what the models take', async () => {
    const { settings } = await resolved({ CHATCLI_MODEL: 'tern-2' })
    const forModels: ModelSettings = settings
    expect(forModels.model).toBe('tern-2')
  })
})

it('knows which keys of a file mean nothing', async () => {
  const file = await parseConfig(path, 'timeot = 1\nmodel = "x"\nconstructor = 2\n[models]\na = 1')
  expect(unknownKeys(file)).toEqual(['timeot', 'constructor', 'models'])
})

describe('the table', () => {
  it('calls no two settings by the same key or variable', () => {
    const rows = settingNames.map((name) => settingRows[name])
    const words = rows.flatMap(({ key, variables, commonVariables = [] }) => [
      key,
      ...variables,
      ...commonVariables,
    ])
    expect(new Set(words).size).toBe(words.length)
    expect(rows.every(({ key }) => /^[a-z]+(-[a-z]+)*$/.test(key))).toBe(true)
  })

  it('keeps every key of a provider secret', () => {
    const secret = settingNames.filter((name) => settingRows[name].secret === true)
    expect(secret).toEqual(settingNames.filter((name) => /(?:Key|Token)$/.test(name)))
  })
})
