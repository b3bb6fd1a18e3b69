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
 * Reads `count` entries of a session stream into `into`, from index `from` on, leaving out the parts for which `dead`
 * says 1. Returns the index behind the last one. Throws RangeError for a stream that cannot be one.
 */
export function decodeEntries(
  bytes: Uint8Array,
  count: number,
  partCount: number,
  dead: Uint8Array | undefined,
  into: EntryColumns,
  from: number,
): number {
  const cursor: Cursor = { bytes, at: 0 }
  /** Nearly every number is one byte, for which no call is made. */
  const next = (): number => {
    const byte = bytes[cursor.at]
    if (byte === undefined || byte > 127) return readVarint(cursor)
    cursor.at++
    return byte
  }
  const { parts, frequencies, messages, titles, places, inline } = into
  let part = -1
  let place = 0
  let to = from
  for (let i = 0; i < count; i++) {
    const head = next()
    part += 1 + Math.floor(head / 2)
    if (part >= partCount) throw new RangeError('a posting of a part that is not here')
    let entryMessages = 1
    let frequency = 1
    let title = 0
    let at: number
    if (head % 2 === 1) at = next()
    else {
      const titled = next()
      entryMessages = Math.floor(titled / 2)
      frequency = entryMessages + next()
      at = place
      place += entryMessages + next()
      if (titled % 2 === 1) title = next()
    }
    if (dead !== undefined && dead[part] === 1) continue
    parts[to] = part
    frequencies[to] = frequency
    messages[to] = entryMessages
    titles[to] = title
    places[to] = at
    inline[to] = head & 1
    to++
  }
  return to
}

/** Reads the messages of one entry, of at most `most` messages, from its place in the term's message stream. */
export function decodeMessages(bytes: Uint8Array, count: number, most: number): EntryMessages {
  if (count > most || count > bytes.length) throw new RangeError('a term in more messages than there are')
  const cursor: Cursor = { bytes, at: 0 }
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
  return { ordinals, frequencies }
}

/** All columns are views of one piece of memory: six small pieces cost more to make than to fill. */
export function createEntryColumns(length: number): EntryColumns {
  const memory = new ArrayBuffer(length * 21)
  const column = (number: number): Uint32Array => new Uint32Array(memory, number * length * 4, length)
  return {
    parts: column(0),
    frequencies: column(1),
    messages: column(2),
    titles: column(3),
    places: column(4),
    inline: new Uint8Array(memory, length * 20, length),
  }
}
