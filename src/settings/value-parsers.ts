import { isAbsolute, join, resolve } from 'node:path'
import { ChatCliError } from '../errors.ts'
import type { Environment } from './environment.ts'
import type { ValuePlace } from './setting-row.ts'

/** The person's own folder. @throws ChatCliError `usage` when the environment names none */
export function homeFolder(environment: Environment): string {
  const home = environment['HOME'] || environment['USERPROFILE']
  if (home) return resolve(home)
  throw new ChatCliError('usage', 'There is no home folder to keep conversations in.', {
    hint: 'Set CHATCLI_HOME to a full path, for example CHATCLI_HOME=/var/lib/chatcli.',
  })
}

export function parseFolder(value: string, _place: ValuePlace, environment: Environment): string {
  // Services and .env files pass "~" on as it is; a folder with that name is never what was meant.
  if (value === '~') return homeFolder(environment)
  if (value.startsWith('~/')) return join(homeFolder(environment), value.slice(2))
  return resolve(value)
}

/** A folder that is the same wherever the program is started: one of another project must not pass for it. */
export function parseFixedFolder(value: string, place: ValuePlace, environment: Environment): string {
  const isFixed = isAbsolute(value) || value === '~' || value.startsWith('~/')
  if (isFixed) return parseFolder(value, place, environment)
  throw badValue(value, place, `Use a full path, for example ${place.example('~/rules')}.`)
}

const onValues: ReadonlySet<string> = new Set(['true', '1', 'on', 'yes', 'enabled'])
const offValues: ReadonlySet<string> = new Set(['false', '0', 'off', 'no', 'disabled'])

export function parseSwitch(value: string, place: ValuePlace): boolean {
  const word = value.toLowerCase()
  if (offValues.has(word)) return false
  if (onValues.has(word)) return true
  throw badValue(value, place, `Use ${place.example('on')} or ${place.example('off')}.`)
}

export function parseTimeZone(value: string, place: ValuePlace): string | undefined {
  const name = value.replace(/^:/, '')
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    // TZ belongs to the whole system and may hold a POSIX rule ("EST5EDT4,M3…"): not an error of ours.
    if (place.kind === 'environment') return undefined
    throw badValue(value, place, `Use the name of a zone, for example ${place.example('America/Sao_Paulo')}.`)
  }
}

/** One of a few words, any case. */
export function choiceParser<T extends string>(
  choices: readonly T[],
): (value: string, place: ValuePlace) => T {
  return (value, place) => {
    const choice = choices.find((known) => known === value.toLowerCase())
    if (choice !== undefined) return choice
    throw badValue(value, place, `Use one of these: ${choices.join(', ')}.`)
  }
}

/** A whole number in a range. */
export function countParser(least: number, most: number): (value: string, place: ValuePlace) => number {
  return (value, place) => {
    const count = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
    if (count >= least && count <= most) return count
    throw badValue(value, place, `Use a whole number from ${least} to ${most}.`)
  }
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, '': 1000, m: 60_000, h: 3_600_000 }
// A timer of Node fires at once when it is set for more than 2^31 - 1 ms.
const longestMs = 24 * 3_600_000

/** A length of time in milliseconds, written as `90s`, `5m`, `1h`, `500ms` or as seconds. */
export function parseDuration(value: string, place: ValuePlace): number {
  const [, amount, unit] = /^(\d{1,9}(?:\.\d{1,3})?) ?(ms|s|m|h|)$/.exec(value.toLowerCase()) ?? []
  const ms = Math.round(Number(amount) * (unitMs[unit ?? ''] ?? Number.NaN))
  if (ms >= 1 && ms <= longestMs) return ms
  const forms = ['90s', '5m', '1h'].map((form) => place.example(form))
  throw badValue(value, place, `Use a time of up to 24h: ${forms.join(', ')}; a plain number is seconds.`)
}

/** As {@link parseDuration}; `off` and `0` are the longest there is, a day. */
export function parsePatience(value: string, place: ValuePlace): number {
  return ['off', '0'].includes(value.toLowerCase()) ? longestMs : parseDuration(value, place)
}

/** How long something is kept, in milliseconds: `168h`, `7d`, `1h30m`; `0` is for ever. */
export function parseLifetime(value: string, place: ValuePlace): number {
  if (value === '0') return 0
  const parts = [...value.toLowerCase().matchAll(/(\d{1,9}(?:\.\d{1,3})?) ?(ms|s|m|h|d)/g)]
  const isWhole = parts.map(([part]) => part).join('') === value.toLowerCase()
  const dayMs = 24 * 3_600_000
  const ms = parts.reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (unit === 'd' ? dayMs : (unitMs[unit] ?? 0)),
    0,
  )
  if (isWhole && ms >= 1 && ms <= 36_500 * dayMs) return Math.round(ms)
  throw badValue(value, place, `Use a time: ${place.example('168h')}, ${place.example('7d')}; 0 is for ever.`)
}

/** Whole days, written as `90` or `90d`; `0` is for ever. */
export function parseDays(value: string, place: ValuePlace): number {
  const days = /^(\d{1,9})d?$/.exec(value.toLowerCase())?.[1]
  if (days !== undefined) return Number(days)
  throw badValue(
    value,
    place,
    `Use a number of days: ${place.example('90')} or ${place.example('90d')}; 0 is for ever.`,
  )
}

/** As `parse`, but what cannot be understood stops only those who need it: it becomes the value. */
export function keptProblem<T>(
  parse: (value: string, place: ValuePlace) => T,
): (value: string, place: ValuePlace) => T | ChatCliError {
  return (value, place) => {
    try {
      return parse(value, place)
    } catch (error) {
      if (error instanceof ChatCliError) return error
      throw error
    }
  }
}

/** Bytes of a request, as {@link parseSize}, but a plain number is megabytes, as published. */
export function parsePayload(value: string, place: ValuePlace): number {
  return parseSize(/^[\d.]+$/.test(value) ? `${value}MB` : value, place)
}

const unitBytes: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }

/** A size in bytes, written as `100MB`, `512KB`, `1GB` (of 1024 each) or as bytes; 1 KB to 1024 GB. */
export function parseSize(value: string, place: ValuePlace): number {
  const [, amount, unit] = /^(\d{1,13}(?:\.\d{1,3})?) ?([kmg]?)(?:i?b)?$/.exec(value.toLowerCase()) ?? []
  const bytes = Math.round(Number(amount) * (unitBytes[unit ?? ''] ?? Number.NaN))
  if (bytes >= 2 ** 10 && bytes <= 2 ** 40) return bytes
  const forms = ['100MB', '512KB', '1GB'].map((form) => place.example(form))
  throw badValue(value, place, `Use a size of 1KB to 1024GB: ${forms.join(', ')}; a plain number is bytes.`)
}

export function parseUrl(value: string, place: ValuePlace): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return value
  // These variables are read by other programs too; a list of sessions need not fail on them.
  if (place.kind === 'environment') return value
  throw badValue(
    withoutPassword(value),
    place,
    `Use a full address, for example ${place.example('http://localhost:8080/v1')}.`,
  )
}

/** A key of a provider. It is not part of the error. */
export function parseSecret(value: string, place: ValuePlace): string {
  if (place.kind === 'environment' || !/\s/.test(value)) return value
  throw new ChatCliError('usage', `${place.name} cannot have spaces or several lines.`, {
    hint: 'Give the key alone, without a name or quotation marks.',
  })
}

/** Names in lower case, each once, from a list with commas. */
export function parseNames(value: string): readonly string[] {
  const names = value.split(',').map((name) => name.trim().toLowerCase())
  return [...new Set(names.filter((name) => name !== ''))]
}

function badValue(value: string, place: ValuePlace, hint: string): ChatCliError {
  return new ChatCliError('usage', `${place.name} cannot be "${value}".`, { hint })
}

/** An address without the name and password that may stand in it. */
export function withoutPassword(url: string): string {
  return url.replace(/^([a-z][a-z\d+.-]*:\/\/|\/\/)?[^/?#\s]*@/i, '$1…@')
}
