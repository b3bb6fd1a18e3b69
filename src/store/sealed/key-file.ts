import { join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { readText } from '../../disk/read-text.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError } from '../../errors.ts'
import type { KeySlot, OlderKey } from '../../seal/key-slot.ts'
import type { HomePaths } from '../home-paths.ts'

/** `keys.json` of a home: the key, wrapped with passphrases. There is none when the key comes from elsewhere. */
export interface KeyFile {
  readonly slots: readonly KeySlot[]
  readonly older: readonly OlderKey[]
}

const format = 1

export function keyFilePath({ root }: Pick<HomePaths, 'root'>): string {
  return join(root, 'keys.json')
}

/** Undefined when there is none. @throws ChatCliError `damaged`, `newer-version`, `storage` */
export function readKeyFile(disk: Disk, home: Pick<HomePaths, 'root'>): KeyFile | undefined {
  const path = keyFilePath(home)
  if (disk.stat(path) === undefined) return undefined
  let value: Readonly<Record<string, unknown>>
  try {
    value = JSON.parse(readText(disk, path)) as Readonly<Record<string, unknown>>
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw toStorageError(cause, 'read', path)
    throw unreadable(path, cause)
  }
  if (typeof value !== 'object' || value === null) throw unreadable(path)
  const { format: given, slots, older } = value
  if (typeof given === 'number' && given > format) {
    throw new ChatCliError(
      'newer-version',
      `${path} has format ${given}, this program knows formats up to ${format}`,
      {
        hint: 'Update chatcli to use it; nothing was changed.',
      },
    )
  }
  if (!Array.isArray(slots) || !slots.every(isSlot)) throw unreadable(path)
  return { slots, older: Array.isArray(older) ? older.filter(isOlder) : [] }
}

/** @throws ChatCliError `storage` */
export function writeKeyFile(
  disk: Disk,
  home: Pick<HomePaths, 'root'>,
  { slots, older }: KeyFile,
  randomName: () => string,
): void {
  makeFolderDurably(disk, home.root)
  const text = JSON.stringify({ format, slots, older }, undefined, 2)
  writeDurably(disk, keyFilePath(home), Buffer.from(`${text}\n`), { replace: true, randomName })
}

function isSlot(value: unknown): value is KeySlot {
  return hasTexts(value, ['kdf', 'salt', 'nonce', 'wrapped', 'key'])
}

function isOlder(value: unknown): value is OlderKey {
  return hasTexts(value, ['key', 'under', 'nonce', 'wrapped'])
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Readonly<Record<string, unknown>>
  return names.every((name) => typeof fields[name] === 'string')
}

function unreadable(path: string, cause?: unknown): ChatCliError {
  return new ChatCliError('damaged', `${path} cannot be read`, {
    hint: 'Put back a backup of that file, or make a new one from the recovery sheet: chatcli key recovery --restore',
    cause,
  })
}
