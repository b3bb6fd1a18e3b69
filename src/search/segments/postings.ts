import type { Arena } from '../arena.ts'
import { ownMemory } from '../arena.ts'
import type { Cursor } from './bytes.ts'
import { readCount, readVarint } from './bytes.ts'
import { preallocated } from './preallocated.ts'

/** Messages of an entry, as arrays of equal length: most are short, and plain arrays cost less to make then. */
export interface EntryMessages {
  readonly ordinals: number[]
  readonly frequencies: number[]
}

/** Decoded entries of a term, as arrays of equal length. */
export interface EntryColumns {
  readonly parts: Uint32Array
  readonly frequencies: Uint32Array
  readonly messages: Uint32Array
  readonly titles: Uint32Array
  /** Byte offset in the term's message stream, or the ordinal itself where `inline` says so. */
  readonly places: Uint32Array
  readonly inline: Uint8Array
}

/**
 * Reads `count` entries of a session stream of `length` bytes into `into`, from index `from` on, leaving out the parts for which `dead`
 * says 1. Returns the index behind the last one. Throws RangeError for a stream that cannot be one.
 */
export function decodeEntries(
  cursor: Cursor,
  length: number,
  count: number,
  partCount: number,
  dead: Uint8Array | undefined,
  into: EntryColumns,
  from: number,
): number {
  const { bytes } = cursor
  const end = cursor.at + length
  const { parts, frequencies, messages, titles, places, inline } = into
  const lastShort = Math.min(end, bytes.length) - 4
  let part = -1
  let place = 0
  let to = from
  for (let i = 0; i < count; i++) {
    const start = cursor.at
    let head = 128
    let second = 0
    let third = 0
    let fourth = 0
    if (start <= lastShort) {
      head = bytes[start]!
      second = bytes[start + 1]!
      third = bytes[start + 2]!
      fourth = bytes[start + 3]!
    }
    let entryMessages = 1
    let frequency = 1
    let title = 0
    let at: number
    // Nearly every number is one byte: such entries are read without calls, and without numbers that may be fractions.
    if ((head & 1) === 1 && (head | second) < 128) {
      cursor.at = start + 2
      part = (part + 1 + (head >> 1)) | 0
      at = second
    } else if ((second & 1) === 0 && (head | second | third | fourth) < 128) {
      cursor.at = start + 4
      part = (part + 1 + (head >> 1)) | 0
      entryMessages = second >> 1
      frequency = entryMessages + third
      at = place
      place += entryMessages + fourth
    } else {
      head = readVarint(cursor)
      const step = Math.floor(head / 2)
      part = step < partCount ? (part + 1 + step) | 0 : partCount
      // The columns hold 32 bits.
      if (head % 2 === 1) at = readVarint(cursor) | 0
      else {
        second = readVarint(cursor)
        entryMessages = Math.floor(second / 2) | 0
        frequency = (entryMessages + readVarint(cursor)) | 0
        at = place
        place = (place + entryMessages + readVarint(cursor)) | 0
        if (second % 2 === 1) title = readVarint(cursor) | 0
      }
    }
    if (part >= partCount) throw new RangeError('a posting of a part that is not here')
    if (dead !== undefined && dead[part] === 1) continue
    parts[to] = part
    frequencies[to] = frequency
    messages[to] = entryMessages
    titles[to] = title
    places[to] = at
    inline[to] = head & 1
    to++
  }
  if (cursor.at > end) throw new RangeError('a stream is cut off')
  return to
}

/** Reads the messages of one entry, of at most `most` messages, from its place in the `length` bytes left of a message stream. */
export function decodeMessages(cursor: Cursor, length: number, count: number, most: number): EntryMessages {
  if (count > most || count > length) throw new RangeError('a term in more messages than there are')
  const end = cursor.at + length
  const ordinals = preallocated<number>(count)
  const frequencies = preallocated<number>(count)
  let ordinal = -1
  for (let i = 0; i < count; i++) {
    const head = readVarint(cursor)
    ordinal += 1 + Math.floor(head / 2)
    if (ordinal >= most) throw new RangeError('a posting of a message that is not here')
    ordinals[i] = ordinal
    frequencies[i] = head % 2 === 1 ? 2 + readCount(cursor, 2 ** 31) : 1
  }
  if (cursor.at > end) throw new RangeError('a stream is cut off')
  return { ordinals, frequencies }
}

export function createEntryColumns(length: number, arena: Arena = ownMemory): EntryColumns {
  return {
    parts: arena.words(length),
    frequencies: arena.words(length),
    messages: arena.words(length),
    titles: arena.words(length),
    places: arena.words(length),
    inline: arena.bytes(length),
  }
}
