import type { Disk } from '../../disk/disk.ts'
import type { SlotCost } from '../../seal/key-slot.ts'
import { noKeys } from '../../seal/keyring.ts'
import type { Settings } from '../../settings.ts'
import { homeDisk } from '../../store/sealed/home-disk.ts'
import { findKeys, type FindKeysOptions, type FoundKeys } from './find-keys.ts'

/** The keys of a home, and the disk that seals with them. */
export interface Vault {
  /** Absolute path of the home folder. */
  readonly home: string
  readonly found: FoundKeys
  /** Seals; everything about the home goes through it. */
  readonly disk: Disk
  /** The machine's disk, as files stand on it. */
  readonly bare: Disk
  /** Asks for a passphrase, which is not shown; undefined when nobody is there to answer. */
  readonly askSecret: ((question: string) => Promise<string>) | undefined
  /** What a new passphrase is to cost; the full cost when not given. */
  readonly slotCost?: SlotCost | undefined
}

export interface VaultOptions extends Omit<FindKeysOptions, 'settings'> {
  readonly settings: FindKeysOptions['settings'] & Pick<Settings, 'historyFile'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Look for no key. */
  readonly withoutKey?: boolean
  /** Less than the full cost for tests only. */
  readonly slotCost?: SlotCost
}

/** @throws ChatCliError `key`, as {@link findKeys} */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { settings, disk: bare, askSecret, now, withoutKey = false, slotCost } = options
  const { home, historyFile } = settings
  const found = withoutKey ? { keyring: noKeys, source: undefined } : await findKeys(options)
  const logs = historyFile === undefined ? [] : [historyFile]
  return {
    home,
    found,
    bare,
    askSecret,
    slotCost,
    disk: homeDisk(bare, { home, keys: found.keyring, logs, now }),
  }
}
