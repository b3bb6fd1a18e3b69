import type { Disk, FileStat } from '../../disk/disk.ts'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { readText } from '../../disk/read-text.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError } from '../../errors.ts'
import { keyError } from '../../seal/key-errors.ts'
import { findKey, type Keyring } from '../../seal/keyring.ts'
import type { HomePaths } from '../home-paths.ts'
import { checkHomeFormat, sealedHomeFormat } from './check-home-format.ts'
import { keySealedWith } from './key-sealed-with.ts'

/** What `home.json` says of the key of a home. */
export interface HomeSeal {
  /** Id of the key that new things are sealed under. */
  readonly key: string
  /** Ids of keys that a rotation has not replaced everywhere yet. */
  readonly also?: readonly string[]
  /** ISO 8601. */
  readonly at: string
}

export interface HomeSealOptions {
  /** The disk as it is, without a seal. */
  readonly disk: Disk
  readonly home: Pick<HomePaths, 'root' | 'homeFile'>
  readonly keys: Keyring
  readonly now: () => number
  /** As in `writeDurably`. */
  readonly randomName: () => string
  /** Absolute paths of logs outside of the home that are sealed like those inside. */
  readonly logs?: readonly string[]
}

/** Looks at `home.json` before anything is written, so that nothing said ever stands unsealed in a sealed home. */
export interface HomeGuard {
  /** @throws ChatCliError `damaged` when the file cannot be read, `newer-version` when a later program wrote it */
  seal(): HomeSeal | undefined
  /**
   * To be called before every write. With a key, marks the home as sealed first.
   *
   * @throws ChatCliError `key` when the home is sealed under a key that this process does not write with, or its files are
   *   and `home.json` does not say so any more
   */
  beforeWrite(): void
  /** @throws ChatCliError `key` when the home is sealed under a key that this process does not have */
  beforeRead(): void
}

export function homeGuard(options: HomeSealOptions): HomeGuard {
  const { disk, home, keys } = options
  let seen: FileStat | undefined
  let known: HomeSeal | undefined
  /** Its files were looked at: what `home.json` does not say was true before. */
  let isKnownPlain = false
  const look = (): HomeSeal | undefined => {
    const stat = disk.stat(home.homeFile)
    if (stat === undefined) return (known = seen = undefined)
    if (seen === undefined || !isSame(seen, stat)) {
      const fields = fieldsIn(readText(disk, home.homeFile), home.homeFile)
      // A later program may have come while this one was at work.
      checkHomeFormat(home.root, fields['format'])
      known = sealIn(fields, home.homeFile)
      seen = stat
    }
    return known
  }
  const seal = (): HomeSeal | undefined => {
    try {
      return look()
    } catch (error) {
      throw toStorageError(error, 'look at', home.homeFile)
    }
  }
  const refuse = (key: string): ChatCliError => keyError(`The home ${home.root}`, key, keys)
  const refuseIfSealedBefore = (): void => {
    if (isKnownPlain) return
    const id = keySealedWith(disk, home)
    if (id !== undefined && findKey(keys, id) === undefined) throw refuse(id)
    isKnownPlain = true
  }
  return {
    seal,
    beforeWrite() {
      const { current } = keys
      let found = seal()
      if (found === undefined) {
        refuseIfSealedBefore()
        if (current === undefined) return
        markSealed(options, { key: current.id })
        found = seal()
      }
      if (found === undefined || writesWith(found, current?.id)) return
      throw refuse(found.key)
    },
    beforeRead() {
      const found = seal()
      if (found === undefined || findKey(keys, found.key) !== undefined) return
      if (found.also?.some((id) => findKey(keys, id) !== undefined)) return
      throw refuse(found.key)
    },
  }
}

/**
 * Writes into `home.json` which key the home is sealed under; the rest of it stays.
 *
 * @param seal undefined: it is not sealed any more
 * @throws ChatCliError `damaged`, `storage`
 */
export function markSealed(
  { disk, home, now, randomName }: HomeSealOptions,
  seal: Omit<HomeSeal, 'at'> | undefined,
): void {
  const at = new Date(now()).toISOString()
  makeFolderDurably(disk, home.root)
  for (let tries = 0; tries < mostTries; tries++) {
    const before = textOf(disk, home.homeFile)
    const {
      sealed: _,
      format: __,
      ...fields
    } = before === undefined ? { created_at: at } : fieldsIn(before, home.homeFile)
    const marks = seal === undefined ? {} : { sealed: { ...seal, at } }
    const format = seal === undefined ? 1 : sealedHomeFormat
    const text = `${JSON.stringify({ format, ...fields, ...marks }, undefined, 2)}\n`
    let isOvertaken = false
    try {
      writeDurably(disk, home.homeFile, Buffer.from(text), {
        replace: before !== undefined,
        randomName,
        beforeSwap() {
          isOvertaken = textOf(disk, home.homeFile) !== before
          if (isOvertaken) throw new ChatCliError('conflict', `${home.homeFile} was changed meanwhile`)
        },
      })
      return
    } catch (error) {
      const isRace = isOvertaken || (error instanceof ChatCliError && error.code === 'exists')
      if (!isRace) throw error
    }
  }
  throw new ChatCliError('conflict', `${home.homeFile} is being changed again and again`, {
    hint: 'Try again.',
  })
}

const mostTries = 5

function writesWith({ key, also = [] }: HomeSeal, id: string | undefined): boolean {
  return id !== undefined && (key === id || also.includes(id))
}

/** Undefined when there is no such file. */
function textOf(disk: Disk, path: string): string | undefined {
  return disk.stat(path) === undefined ? undefined : readText(disk, path)
}

function fieldsIn(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Told below, like anything else that is no object.
  }
  throw unreadable(path)
}

function unreadable(path: string): ChatCliError {
  return new ChatCliError('damaged', `${path} cannot be read`, {
    hint: 'Put back a backup of that file; it says how the home is laid out, and which key it is sealed with.',
  })
}

/** A home that says it is sealed, but not with what, is never taken for one that is not. */
function sealIn({ sealed, format }: Readonly<Record<string, unknown>>, path: string): HomeSeal | undefined {
  if (sealed === undefined && format !== sealedHomeFormat) return undefined
  if (typeof sealed !== 'object' || sealed === null) throw unreadable(path)
  const { key, also, at } = sealed as Readonly<Record<string, unknown>>
  if (typeof key !== 'string' || !/^[0-9a-f]{16}$/.test(key)) throw unreadable(path)
  const others = Array.isArray(also) ? also.filter((id): id is string => typeof id === 'string') : []
  return { key, ...(others.length === 0 ? {} : { also: others }), at: typeof at === 'string' ? at : '' }
}

function isSame(a: FileStat, b: FileStat): boolean {
  return (
    a.ino === b.ino &&
    a.dev === b.dev &&
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs
  )
}
