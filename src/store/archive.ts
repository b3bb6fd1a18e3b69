import { sha256 } from '../conversation/message-hash.ts'
import { errorCode } from '../disk/error-code.ts'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import { readWholeFile } from '../disk/read-file.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { ChatCliError } from '../errors.ts'
import { archiveFiles, isRecallKey, keyLengths } from './archive-paths.ts'
import { type ArchiveBounds, type Pruned, pruneArchive } from './archive-prune.ts'
import type { StoreContext } from './store-context.ts'

export interface ArchiveOptions {
  /** CHATCLI_COMPRESSION_CCR_MAX_MB: bytes of all entries, 256 MiB when not given; 0 is no bound. */
  readonly maxBytes?: number
  /** CHATCLI_COMPRESSION_CCR_TTL: milliseconds an entry stays that nobody asks for, 168 hours when not given; 0 is for ever. */
  readonly ttlMs?: number
  /** Makes the text of a key again from what is kept elsewhere: no key of a transcript that is there may dangle. */
  readonly recreate?: (key: string) => string | undefined
  /** Hex digits of the hash of a text; SHA-256, for all but tests. */
  readonly hash?: (bytes: Uint8Array) => string
}

/**
 * Text that a compaction replaced, by its hash. Any number of processes use one archive: an entry is written whole or not
 * at all, and never holds anything but the text its name is the hash of.
 */
export interface Archive {
  /**
   * Keeps a text, on the disk when this returns.
   *
   * @returns its recall key, or undefined for a text of more than a quarter of the whole archive, which is not kept
   * @throws ChatCliError `storage`
   */
  put(text: string): string | undefined
  /**
   * The key that {@link put} would give; nothing is written.
   *
   * @throws ChatCliError `storage` when the disk refuses to be read
   */
  keyOf(text: string): string | undefined
  /**
   * The text of a recall key, from the archive or made again; undefined when there is none, or what is no key.
   *
   * @throws ChatCliError `storage` when the disk refuses to be read
   */
  get(key: string): string | undefined
  /** Whether {@link get} would find it in the archive itself, undamaged. */
  has(key: string): boolean
  /**
   * Removes what nobody asked for within the time, and then what was not asked for the longest, until the rest is within
   * bounds. Done by itself, once an hour, when something is put.
   *
   * @throws ChatCliError `storage` when the folder cannot be read
   */
  prune(): Pruned
}

const MIB = 1024 * 1024
const HOUR = 3_600_000

/** Of an archive of which nobody says anything else. */
export const defaultBounds: ArchiveBounds = { maxBytes: 256 * MIB, ttlMs: 168 * HOUR }

/** Opens the archive of a home: `ccr/<key>.ccr`, each file the bytes of one text. Makes nothing until something is put. */
export function openArchive(context: StoreContext, options: ArchiveOptions = {}): Archive {
  const { maxBytes, ttlMs, recreate, hash = sha256 } = { ...defaultBounds, ...options }
  const { disk, home, now, randomHex } = context
  let prunedAt = -Infinity

  const write = (path: string, bytes: Uint8Array): void => {
    makeFolderDurably(disk, home.ccr)
    writeDurably(disk, path, bytes, { replace: true, randomName: () => randomHex(16) })
  }

  /** `damaged` for bytes that are not the text of their name. */
  const read = (key: string): Uint8Array | 'damaged' | undefined => {
    for (const path of archiveFiles(context, key)) {
      try {
        const bytes = readWholeFile(disk, path)
        return hash(bytes).startsWith(key) ? bytes : 'damaged'
      } catch (error) {
        if (error instanceof ChatCliError && error.code === 'damaged') return 'damaged'
        if (errorCode(error) !== 'ENOENT') throw toStorageError(error, 'read', path)
      }
    }
    return undefined
  }

  /** The time of its file says when an entry was last wanted; once an hour is often enough. */
  const touch = (key: string, bytes: Uint8Array): void => {
    try {
      const [path] = archiveFiles(context, key)
      const stat = disk.stat(path)
      if (stat !== undefined && stat.mtimeMs < now() - HOUR) write(path, bytes)
    } catch (error) {
      // It was read, and that is what was asked for.
      if (!(error instanceof ChatCliError)) throw error
    }
  }

  const pruneNow = (): Pruned => {
    prunedAt = now()
    return pruneArchive(context, { maxBytes, ttlMs })
  }

  const pruneWhenDue = (): void => {
    if (now() - prunedAt < HOUR) return
    try {
      pruneNow()
    } catch (error) {
      // The text is kept, and that is what was asked for.
      if (!(error instanceof ChatCliError)) throw error
    }
  }

  const placeOf = (bytes: Uint8Array): { readonly key: string; readonly isThere: boolean } | undefined => {
    if (maxBytes > 0 && bytes.length > maxBytes / 4) return undefined
    const whole = hash(bytes)
    for (const length of keyLengths) {
      const key = whole.slice(0, length)
      const there = read(key)
      // Another text has this short key already.
      if (there instanceof Uint8Array && hash(there) !== whole) continue
      return { key, isThere: there instanceof Uint8Array }
    }
    return undefined
  }

  return {
    put(text) {
      const bytes = Buffer.from(text)
      const place = placeOf(bytes)
      if (place === undefined) return undefined
      const { key, isThere } = place
      if (isThere) touch(key, bytes)
      else write(archiveFiles(context, key)[0], bytes)
      pruneWhenDue()
      return key
    },
    keyOf: (text) => placeOf(Buffer.from(text))?.key,
    get(given) {
      const key = given.toLowerCase()
      if (!isRecallKey(key)) return undefined
      const bytes = read(key)
      if (bytes instanceof Uint8Array) {
        touch(key, bytes)
        return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
      }
      const text = recreate?.(key)
      if (text === undefined || !hash(Buffer.from(text)).startsWith(key)) return undefined
      return text
    },
    has(given) {
      const key = given.toLowerCase()
      return isRecallKey(key) && read(key) instanceof Uint8Array
    },
    prune: pruneNow,
  }
}
