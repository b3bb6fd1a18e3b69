import { ChatCliError } from '../errors.ts'
import type { ConfigFile } from './config-file.ts'
import type { Environment } from './environment.ts'
import type { SettingRow, ValuePlace } from './setting-row.ts'
import { settingRows } from './setting-rows.ts'
import type { Settings } from './settings.ts'
import { tomlOf } from './toml-of.ts'

/** What decided a setting. */
export type Origin =
  | { readonly kind: 'environment'; readonly variable: string }
  | { readonly kind: 'file' }
  | { readonly kind: 'default' }

export interface ResolvedSettings {
  readonly settings: Settings
  readonly origins: { readonly [Name in keyof Settings]: Origin }
}

export interface ResolvedSetting<T> {
  readonly value: T
  readonly origin: Origin
}

/**
 * Decides all settings: the environment before config.toml before the defaults.
 *
 * @param file undefined when there is no config.toml
 * @throws ChatCliError `usage` for a value that cannot be understood; its hint shows one that can.
 */
export function resolveSettings(environment: Environment, file?: ConfigFile): ResolvedSettings {
  const settings: Record<string, unknown> = {}
  const origins: Record<string, Origin> = {}
  for (const [name, row] of Object.entries<SettingRow<unknown>>(settingRows)) {
    const { value, origin } = resolveSetting(row, environment, file)
    settings[name] = value
    origins[name] = origin
  }
  // Every name of the table was just filled, with what its own row gives.
  return { settings, origins } as unknown as ResolvedSettings
}

/** As {@link resolveSettings}, of a single row. */
export function resolveSetting<T>(
  row: SettingRow<T>,
  environment: Environment,
  file?: ConfigFile,
): ResolvedSetting<T> {
  return (
    fromVariables(row, row.variables, environment) ??
    fromFile(row, environment, file) ??
    fromVariables(row, row.commonVariables ?? [], environment) ?? {
      value: row.absent(environment),
      origin: { kind: 'default' },
    }
  )
}

function fromVariables<T>(
  { parse }: SettingRow<T>,
  variables: readonly string[],
  environment: Environment,
): ResolvedSetting<T> | undefined {
  for (const variable of variables) {
    const value = environment[variable]?.trim()
    if (!value) continue
    const place: ValuePlace = {
      kind: 'environment',
      name: variable,
      example: (shown) => `${variable}=${shown}`,
    }
    return { value: parse(value, place, environment), origin: { kind: 'environment', variable } }
  }
  return undefined
}

function fromFile<T>(
  row: SettingRow<T>,
  environment: Environment,
  file: ConfigFile | undefined,
): ResolvedSetting<T> | undefined {
  const given = file?.values[row.key]
  if (file === undefined || given === undefined || row.environmentOnly === true) return undefined
  const origin = { kind: 'file' } as const
  const place: ValuePlace = {
    kind: 'file',
    name: `${file.path}: ${row.key}`,
    example: (shown) => `${row.key} = ${tomlOf(row, shown)}`,
  }
  if (row.parseTable !== undefined) return { value: row.parseTable(given, place), origin }
  const value = textOf(row, given)?.trim()
  if (value === undefined) {
    // What it is may be secret, so that only its kind is said.
    throw new ChatCliError('usage', `${place.name} cannot be ${kindOf(given)}.`, {
      hint: `Write it as ${row.form === 'list' ? '["one", "two"]' : place.example('…')}.`,
    })
  }
  return value === '' ? undefined : { value: row.parse(value, place, environment), origin }
}

/** The keys of config.toml that no setting has, in their order. */
export function unknownKeys({ values }: ConfigFile): readonly string[] {
  const known = new Set<string>(Object.values<SettingRow<unknown>>(settingRows).map(({ key }) => key))
  return Object.keys(values).filter((key) => !known.has(key))
}

/** A value of TOML as it would be written in a variable; undefined when its type does not fit. */
function textOf({ form }: SettingRow<unknown>, given: unknown): string | undefined {
  if (typeof given === 'string') return given
  if (typeof given === 'boolean') return form === 'switch' ? String(given) : undefined
  if (typeof given === 'number')
    return ['count', 'duration', 'days', 'size'].includes(form) ? String(given) : undefined
  const isList = form === 'list' && Array.isArray(given) && given.every((item) => typeof item === 'string')
  return isList ? given.join(',') : undefined
}

function kindOf(given: unknown): string {
  if (Array.isArray(given)) return 'a list'
  if (given instanceof Date) return 'a date'
  return typeof given === 'object' ? 'a table' : `a ${typeof given}`
}
