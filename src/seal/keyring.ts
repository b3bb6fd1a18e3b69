import { isKeyText, type MasterKey, parseMasterKey } from './master-key.ts'

/** The keys a process has. Plain data: it can be handed to a worker. */
export interface Keyring {
  /** What is written is sealed under this one; undefined: nothing is sealed. */
  readonly current: MasterKey | undefined
  /** Open what is older. */
  readonly previous: readonly MasterKey[]
  /** The texts of all keys, as the Go program derives its key from them. */
  readonly secrets: readonly string[]
}

export const noKeys: Keyring = { current: undefined, previous: [], secrets: [] }

export function findKey({ current, previous }: Keyring, id: string): MasterKey | undefined {
  return current?.id === id ? current : previous.find((key) => key.id === id)
}

export interface KeyTexts {
  readonly key?: string | undefined
  /** What held it, for an error. */
  readonly where?: string
  /** Keys that were replaced; texts that are no keys open data of the Go program only. */
  readonly previous?: readonly string[]
}

/** @throws ChatCliError `key` when `key` is there and is none */
export function parseKeyring({ key, where = 'The encryption key', previous = [] }: KeyTexts): Keyring {
  const older = previous.map((text) => text.trim()).filter((text) => text !== '')
  return {
    current: key === undefined ? undefined : parseMasterKey(key, where),
    previous: older.flatMap((text) => (isKeyText(text) ? [parseMasterKey(text, where)] : [])),
    secrets: [...(key === undefined ? [] : [key.trim()]), ...older],
  }
}
