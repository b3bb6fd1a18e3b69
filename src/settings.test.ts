import { describe, expect, it } from 'vitest'
import { ChatCliError } from './errors.ts'
import { type Environment, processEnvironment, readSettings, settingRows } from './settings.ts'

const home = { HOME: '/home/ana' }

function usageError(environment: Environment): ChatCliError {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof ChatCliError) return error
    throw error
  }
  throw new Error('expected an error')
}

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings(home)).toEqual({
      home: '/home/ana/.chatcli',
      language: '',
      colour: true,
      plain: false,
      timeZone: undefined,
      transcript: true,
      autosave: true,
      autoRecall: true,
      chatKnowledge: true,
      importOnStart: false,
      attachAutoRag: true,
      writeThrough: true,
      history: true,
      historyFile: undefined,
      historyMaxBytes: 104_857_600,
      hiddenSources: [],
      encryptionKey: undefined,
      encryptionKeyFile: undefined,
      encryptionKeyCommand: undefined,
      previousEncryptionKey: [],
      provider: undefined,
      model: undefined,
      anthropicKey: undefined,
      anthropicUrl: undefined,
      openaiKey: undefined,
      openaiUrl: undefined,
      googleKey: undefined,
      googleUrl: undefined,
      openrouterKey: undefined,
      ollamaHost: undefined,
      toolCalls: 'auto',
      maxTokens: undefined,
      contextWindow: undefined,
      maxPayloadBytes: undefined,
      timeoutMs: 300_000,
      stallMs: 60_000,
      retries: 4,
      prices: {},
      bootstrap: true,
      bootstrapDir: undefined,
      mode: 'chat',
      maxSteps: 50,
      microcompactTruncateTurns: 2,
      microcompactSummarizeTurns: 4,
      microcompactHeadChars: 2000,
      microcompactTailChars: 500,
      microcompactMinContent: 3000,
      skillAgeTurns: 6,
      archiveMaxMb: 256,
      archiveTtlMs: 604_800_000,
      sessionTtlDays: 90,
      autosaveKeep: 600,
      trashDays: 30,
      mcpTools: ['all'],
      mcpAutosave: undefined,
      mcpMaxHistory: undefined,
      maskSecrets: true,
      mcpResources: true,
      mcpElicitation: true,
      mcpPermissionMs: 600_000,
      mcpToken: undefined,
      mcpTokenFile: undefined,
      mcpAllowedHosts: [],
      mcpCallsPerSecond: 100,
    })
  })

  it('takes an empty or blank value for one that is not set', () => {
    const blank = Object.fromEntries(
      Object.values(settingRows).flatMap((row) => row.variables.map((name) => [name, ' '] as const)),
    )
    expect(readSettings({ ...blank, ...home })).toEqual(readSettings(home))
  })

  it.each([
    ['/srv/memory', '/srv/memory'],
    ['/srv/memory/', '/srv/memory'],
    ['/srv/with space/é', '/srv/with space/é'],
    ['~', '/home/ana'],
    ['~/notes', '/home/ana/notes'],
  ])('CHATCLI_HOME=%s is %s', (value, expected) => {
    expect(readSettings({ ...home, CHATCLI_HOME: value }).home).toBe(expected)
  })

  it('makes a relative CHATCLI_HOME absolute, so that a later change of folder does not move it', () => {
    const { home: folder } = readSettings({ ...home, CHATCLI_HOME: 'memory' })
    expect(folder.startsWith('/') || /^[A-Z]:/.test(folder)).toBe(true)
    expect(folder.endsWith('memory')).toBe(true)
  })

  it('takes no bootstrap folder that would be another one in each project', () => {
    const { message, hint } = usageError({ ...home, CHATCLI_BOOTSTRAP_DIR: '.rules' })
    expect(message).toBe('CHATCLI_BOOTSTRAP_DIR cannot be ".rules".')
    expect(hint).toBe('Use a full path, for example CHATCLI_BOOTSTRAP_DIR=~/rules.')
    expect(readSettings({ ...home, CHATCLI_BOOTSTRAP_DIR: '~/rules' }).bootstrapDir).toBe('/home/ana/rules')
    expect(readSettings({ ...home, CHATCLI_BOOTSTRAP_DIR: '/srv/rules' }).bootstrapDir).toBe('/srv/rules')
  })

  it('finds the home folder of Windows', () => {
    expect(readSettings({ USERPROFILE: '/users/ana' }).home).toBe('/users/ana/.chatcli')
  })

  it('says what to set when there is no home folder at all', () => {
    const error = usageError({})
    expect(error.code).toBe('usage')
    expect(error.hint).toContain('CHATCLI_HOME=')
    expect(readSettings({ CHATCLI_HOME: '/srv/memory' }).home).toBe('/srv/memory')
  })

  it.each(['false', '0', 'off', 'no', 'disabled', 'OFF', 'False', ' No '])('%s switches off', (value) => {
    expect(readSettings({ ...home, CHATCLI_SESSION_TRANSCRIPT: value }).transcript).toBe(false)
  })

  it.each(['true', '1', 'on', 'yes', 'enabled', 'ON'])('%s switches on', (value) => {
    expect(readSettings({ ...home, CHATCLI_SESSION_TRANSCRIPT: value }).transcript).toBe(true)
  })

  it('does not guess what a switch might mean', () => {
    const error = usageError({ ...home, CHATCLI_SESSION_TRANSCRIPT: 'fasle' })
    expect(error.code).toBe('usage')
    expect(error.message).toBe('CHATCLI_SESSION_TRANSCRIPT cannot be "fasle".')
    expect(error.hint).toBe('Use CHATCLI_SESSION_TRANSCRIPT=on or CHATCLI_SESSION_TRANSCRIPT=off.')
  })

  it('prefers CHATCLI_LANG, then the locale in the order of POSIX', () => {
    const all = { ...home, CHATCLI_LANG: 'a', LC_ALL: 'b', LC_MESSAGES: 'c', LANG: 'd' }
    expect(readSettings(all).language).toBe('a')
    expect(readSettings({ ...all, CHATCLI_LANG: '' }).language).toBe('b')
    expect(readSettings({ ...all, CHATCLI_LANG: '', LC_ALL: '' }).language).toBe('c')
    expect(readSettings({ ...home, LANG: 'd' }).language).toBe('d')
  })

  it.each([
    ['90', 90],
    ['90d', 90],
    ['7D', 7],
    ['0', 0],
    ['99999', 99_999],
  ])('reads a lifetime of %s', (value, days) => {
    expect(readSettings({ ...home, CHATCLI_SESSION_TTL: value }).sessionTtlDays).toBe(days)
  })

  it.each(['1Y', '-1', '', 'ninety', '90h', '1.5'])(
    'P29: does not stop anything but the removing for a lifetime of "%s"',
    (value) => {
      const { sessionTtlDays, trashDays } = readSettings({
        ...home,
        CHATCLI_SESSION_TTL: value,
        CHATCLI_TRASH_DAYS: value,
      })
      if (value === '') return expect([sessionTtlDays, trashDays]).toEqual([90, 30])
      expect(sessionTtlDays).toMatchObject({
        code: 'usage',
        hint: expect.stringContaining('CHATCLI_SESSION_TTL=90d') as string,
      })
      expect(trashDays).toMatchObject({ code: 'usage' })
    },
  )

  it('turns colours off for any NO_COLOR, also "0"', () => {
    expect(readSettings({ ...home, NO_COLOR: '0' }).colour).toBe(false)
  })

  it('knows zones by their IANA names and leaves the rest to the machine', () => {
    expect(readSettings({ ...home, TZ: 'America/Sao_Paulo' }).timeZone).toBe('America/Sao_Paulo')
    expect(readSettings({ ...home, TZ: ':Europe/Lisbon' }).timeZone).toBe('Europe/Lisbon')
    expect(readSettings({ ...home, TZ: 'XYZ5ABC4,M3.2.0,M11.1.0' }).timeZone).toBeUndefined()
  })
})

describe('processEnvironment', () => {
  it('is enough to read the settings from', () => {
    expect(processEnvironment()['HOME']).toBeTruthy()
    expect(processEnvironment()['PATH']).toBe(process.env['PATH'])
  })
})
