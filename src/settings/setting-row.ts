import type { Environment } from './environment.ts'

/** Where a value was written. */
export interface ValuePlace {
  readonly kind: 'environment' | 'file'
  /** What to call it in an error: the variable, or the key with the file it stands in. */
  readonly name: string
  /** Shows how one of these is written in this place. */
  readonly example: (value: string) => string
}

/** What values of a setting look like: how they are written into config.toml, and how they are shown. */
export type SettingForm =
  | 'text'
  | 'url'
  | 'folder'
  | 'file'
  | 'switch'
  | 'count'
  | 'duration'
  | 'days'
  | 'size'
  | 'list'
  | 'prices'

/** One row of the table: where a setting comes from and what its values mean. */
export interface SettingRow<T> {
  /** Its key in config.toml and in `chatcli config`. */
  readonly key: string
  readonly form: SettingForm
  /** The first of these that is set and not empty decides, before config.toml. */
  readonly variables: readonly string[]
  /** Variables that speak to every program on the machine; config.toml goes before them. */
  readonly commonVariables?: readonly string[]
  /** True: it cannot stand in config.toml. */
  readonly environmentOnly?: true
  /** True: its value is never shown. */
  readonly secret?: true
  /** Its words, where only a few are allowed. */
  readonly choices?: readonly string[]
  /** The value without any of them, as a person would read it. */
  readonly byDefault: string
  readonly absent: (environment: Environment) => T
  /** @throws ChatCliError `usage` when the value cannot be understood. */
  readonly parse: (value: string, place: ValuePlace, environment: Environment) => T
  /** Reads what is a table in config.toml. @throws ChatCliError `usage` */
  readonly parseTable?: (table: unknown, place: ValuePlace) => T
}
