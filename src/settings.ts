import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { ChatCliError } from './errors.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What the environment decides, parsed. */
export interface Settings {
  /** Absolute path of the folder that holds everything this program keeps. */
  readonly home: string
  /** A language tag or POSIX locale as the person wrote it, `''` when there is none. See `languageOf`. */
  readonly language: string
  /** Whether conversations keep a transcript under their session file. */
  readonly transcript: boolean
  readonly colour: boolean
  /** IANA name of the person's time zone; undefined means the machine's. */
  readonly timeZone: string | undefined
}

/** One row of the table: where a setting comes from and what its values mean. */
export interface SettingRow<T> {
  /** The first of these that is set and not empty decides. */
  readonly variables: readonly string[]
  /** The value without any of them, as a person would read it. */
  readonly byDefault: string
  readonly meaning: string
  readonly absent: (environment: Environment) => T
  /** @throws ChatCliError `usage` when the value cannot be understood. */
  readonly parse: (value: string, variable: string, environment: Environment) => T
}

/** Every environment variable this program looks at, except those that Node itself reads. */
export const settingRows: { readonly [Key in keyof Settings]: SettingRow<Settings[Key]> } = {
  home: {
    variables: ['CHATCLI_HOME'],
    byDefault: '~/.chatcli',
    meaning: 'The folder that holds sessions, transcripts, the trash and the index.',
    absent: (environment) => join(homeFolder(environment), '.chatcli'),
    parse: parseFolder,
  },
  language: {
    variables: ['CHATCLI_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG'],
    byDefault: 'en',
    meaning:
      'The language of messages: `en` or `pt-BR`. Any form of Portuguese gives pt-BR, all else English.',
    absent: () => '',
    parse: (value) => value,
  },
  transcript: {
    variables: ['CHATCLI_SESSION_TRANSCRIPT'],
    byDefault: 'on',
    meaning: 'Keep the append-only transcript of each conversation: `on` or `off`.',
    absent: () => true,
    parse: parseSwitch,
  },
  colour: {
    variables: ['NO_COLOR'],
    byDefault: 'not set',
    meaning: 'Any value turns colours off.',
    absent: () => true,
    parse: () => false,
  },
  timeZone: {
    variables: ['TZ'],
    byDefault: "the machine's zone",
    meaning: 'The zone in which "yesterday" and "last week" are meant, such as `America/Sao_Paulo`.',
    absent: () => undefined,
    parse: parseTimeZone,
  },
}

/**
 * Reads all settings.
 *
 * @throws ChatCliError `usage` for a value that cannot be understood; its hint shows one that can.
 */
export function readSettings(environment: Environment): Settings {
  return {
    home: readSetting(settingRows.home, environment),
    language: readSetting(settingRows.language, environment),
    transcript: readSetting(settingRows.transcript, environment),
    colour: readSetting(settingRows.colour, environment),
    timeZone: readSetting(settingRows.timeZone, environment),
  }
}

/** The environment of this process, with `HOME` filled in from the user database where it is missing. */
export function processEnvironment(): Environment {
  return { ...process.env, HOME: process.env['HOME'] || lookUpHome() }
}

function readSetting<T>(row: SettingRow<T>, environment: Environment): T {
  for (const variable of row.variables) {
    const value = environment[variable]?.trim()
    if (value) return row.parse(value, variable, environment)
  }
  return row.absent(environment)
}

function lookUpHome(): string | undefined {
  try {
    return homedir()
  } catch {
    // A user id without an entry in the user database, as in some containers.
    return undefined
  }
}

function homeFolder(environment: Environment): string {
  const home = environment['HOME'] || environment['USERPROFILE']
  if (home) return resolve(home)
  throw new ChatCliError('usage', 'There is no home folder to keep conversations in.', {
    hint: 'Set CHATCLI_HOME to a full path, for example CHATCLI_HOME=/var/lib/chatcli.',
  })
}

function parseFolder(value: string, _variable: string, environment: Environment): string {
  // Services and .env files pass "~" on as it is; a folder with that name is never what was meant.
  if (value === '~') return homeFolder(environment)
  if (value.startsWith('~/')) return join(homeFolder(environment), value.slice(2))
  return resolve(value)
}

const onValues: ReadonlySet<string> = new Set(['true', '1', 'on', 'yes', 'enabled'])
const offValues: ReadonlySet<string> = new Set(['false', '0', 'off', 'no', 'disabled'])

function parseSwitch(value: string, variable: string): boolean {
  const word = value.toLowerCase()
  if (offValues.has(word)) return false
  if (onValues.has(word)) return true
  throw badValue(variable, value, `Use ${variable}=on or ${variable}=off.`)
}

function parseTimeZone(value: string): string | undefined {
  const name = value.replace(/^:/, '')
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    // TZ belongs to the whole system and may hold a POSIX rule ("EST5EDT4,M3…"): not an error of ours.
    return undefined
  }
}

function badValue(variable: string, value: string, hint: string): ChatCliError {
  return new ChatCliError('usage', `${variable} cannot be "${value}".`, { hint })
}
