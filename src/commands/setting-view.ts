import { ChatCliError } from '../errors.ts'
import {
  type Origin,
  resolveSetting,
  type SettingRow,
  type Settings,
  settingRows,
  withoutPassword,
} from '../settings.ts'
import type { Catalogue } from '../text/catalogue.ts'
import type { HelpText } from '../text/help-text.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { BaseContext, JsonObject, JsonValue } from './command.ts'

/** A setting as people and programs get to see it: nothing of a secret, and no password of an address. */
export interface SettingView {
  readonly name: keyof Settings
  readonly row: SettingRow<unknown>
  readonly isSet: boolean
  /** Safe to show in a terminal. */
  readonly shown: string
  readonly json: JsonValue
  /** Undefined when what decides cannot be understood. */
  readonly origin: Origin | undefined
  /** Why it cannot be understood. */
  readonly problem: ChatCliError | undefined
}

/**
 * How a setting stands; one that cannot be understood is no error here.
 *
 * @throws ChatCliError `usage` when config.toml cannot be read at all
 */
export function viewSetting(name: keyof Settings, { environment, config, text }: BaseContext): SettingView {
  const row: SettingRow<unknown> = settingRows[name]
  const file = config()
  try {
    const { value, origin } = resolveSetting(row, environment, file)
    if (value instanceof ChatCliError) throw value
    return { name, row, origin, problem: undefined, ...viewValue(row, value, text) }
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
    const shown = text.config.notUnderstood
    return { name, row, isSet: true, shown, json: null, origin: undefined, problem: error }
  }
}

/** Where a value comes from, in words; `''` when it is not understood. */
export function originText({ origin }: SettingView, { config }: Catalogue): string {
  if (origin?.kind === 'environment') return `${config.environment} (${origin.variable})`
  if (origin?.kind === 'file') return 'config.toml'
  return origin === undefined ? '' : config.byDefault
}

/** What programs get to see, as docs/settings.md promises it. */
export function settingJson(view: SettingView, help: HelpText): JsonObject {
  const { name, row, isSet, json, origin, problem } = view
  return {
    key: row.key,
    value: json,
    isSet,
    isSecret: row.secret === true,
    origin: origin?.kind ?? null,
    variable: origin?.kind === 'environment' ? origin.variable : null,
    variables: [...row.variables, ...(row.commonVariables ?? [])],
    about: help.settings[name],
    problem: problem?.message ?? null,
  }
}

function viewValue(
  row: SettingRow<unknown>,
  value: unknown,
  text: Catalogue,
): Pick<SettingView, 'isSet' | 'shown' | 'json'> {
  const { config } = text
  const isSet = value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  if (!isSet) return { isSet, shown: config.notSet, json: Array.isArray(value) ? [] : null }
  if (row.secret === true) return { isSet, shown: config.isSet, json: null }
  const { shown, json } = formOf(row, value, text)
  return { isSet, shown: sanitiseLine(shown), json }
}

function formOf(
  { form }: SettingRow<unknown>,
  value: unknown,
  { config }: Catalogue,
): { readonly shown: string; readonly json: JsonValue } {
  // What a row gives has the type that its form names.
  if (form === 'switch') return { shown: value === true ? 'on' : 'off', json: value === true }
  if (form === 'count') return { shown: String(value), json: value as number }
  if (form === 'days') return { shown: `${String(value)}d`, json: value as number }
  if (form === 'list')
    return { shown: (value as readonly string[]).join(', '), json: value as readonly string[] }
  if (form === 'prices') {
    const prices = value as Settings['prices']
    const json = Object.entries(prices).map(([prefix, { input, output, cachedInput }]) => {
      return [prefix, { input, output, cached: cachedInput ?? null }] as const
    })
    return { shown: config.prices(json.length), json: Object.fromEntries(json) }
  }
  const written =
    form === 'duration'
      ? durationOf(value as number)
      : form === 'size'
        ? sizeOf(value as number)
        : form === 'url'
          ? withoutPassword(value as string)
          : (value as string)
  return { shown: written, json: written }
}

/** Bytes as they would be written: `100MB`, `512KB`. */
function sizeOf(bytes: number): string {
  const [unit, name] = units.find(([of]) => bytes % of === 0) ?? [1, '']
  return `${bytes / unit}${name}`
}

const units = [
  [2 ** 30, 'GB'],
  [2 ** 20, 'MB'],
  [2 ** 10, 'KB'],
] as const

/** Milliseconds as they would be written: `5m`, `90s`. */
function durationOf(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000}h`
  if (ms % 60_000 === 0) return `${ms / 60_000}m`
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`
}
