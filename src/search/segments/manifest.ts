import { crc32 } from 'node:zlib'

/** Layout of manifest and segments: the index is in a folder of this number. */
export const indexFormat = 1

export interface ManifestSegment {
  readonly name: string
  /** Length of its file. */
  readonly bytes: number
  /** Parts that do not count any more, ascending. */
  readonly deleted: readonly number[]
  /** Messages and UTF-16 code units of text in all its parts. */
  readonly messages: number
  readonly text: number
  /** It holds words of a session that is gone: it is to be written anew without them. */
  readonly forget: boolean
}

/** What is known of a record that was looked at. */
export interface IndexedRecord {
  readonly name: string
  /** As the store gives it, see `RecordStamp`; one that ends with `~` may be outdated without showing it. */
  readonly stamp: string
  readonly transcriptId?: string | undefined
  /** Messages of it in the index. */
  readonly messages: number
  /** Why it cannot be read. */
  readonly reason?: string | undefined
}

/** The table of contents of an index: whatever it does not name does not count. */
export interface Manifest {
  /** Changes with the way text becomes terms. */
  readonly analyzer: string
  readonly segments: readonly ManifestSegment[]
  /** Name of the file with what is known of each record. */
  readonly records: string
  /** How far the store's log of changes was read, and in which file. */
  readonly log: { readonly ino: number; readonly offset: number }
  /** When every file was looked at last, milliseconds since the epoch; 0 while an index is being built. */
  readonly sweptAt: number
  /** Records that were looked at, and those that still have to be. */
  readonly known: number
  readonly pending: number
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[]
}

/** JSON, a newline, and the CRC-32 of what stands before it. */
export function encodeChecked(value: unknown): Uint8Array {
  const json = Buffer.from(`${JSON.stringify(value)}\n`)
  return Buffer.concat([json, Buffer.from(crc32(json).toString(16).padStart(8, '0'))])
}

/** The value, or undefined when the bytes are not what was written. */
export function decodeChecked(bytes: Uint8Array): unknown {
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, Math.max(0, bytes.length - 8))
  const crc = Buffer.from(bytes.subarray(json.length)).toString('latin1')
  if (crc32(json).toString(16).padStart(8, '0') !== crc) return undefined
  try {
    return JSON.parse(json.toString('utf8'))
  } catch {
    return undefined
  }
}
