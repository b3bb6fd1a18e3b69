import { putVarint } from './put-varint.ts'

/** Bytes that grow at their end. */
export interface ByteWriter {
  readonly length: number
  byte(value: number): void
  /** A whole number from 0 to 2^53 − 1, seven bits a byte, the lowest first. */
  varint(value: number): void
  /** Any whole number, small ones of either sign in few bytes. */
  signed(value: number): void
  u32(value: number): void
  f64(value: number): void
  /** Bytes, or those from one place to another. */
  raw(bytes: Uint8Array, from?: number, to?: number): void
  /** A view of what was written, valid until more is written. */
  view(): Uint8Array
}

/** So few bytes are copied faster one by one. */
const fewBytes = 24

export function createByteWriter(capacity = 1024): ByteWriter {
  let bytes = Buffer.allocUnsafe(capacity)
  let length = 0
  const grow = (by: number): void => {
    if (length + by <= bytes.length) return
    const more = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + by))
    bytes.copy(more, 0, 0, length)
    bytes = more
  }
  const writer: ByteWriter = {
    get length() {
      return length
    },
    byte(value) {
      grow(1)
      bytes[length++] = value
    },
    varint(value) {
      grow(8)
      length = putVarint(bytes, length, value)
    },
    signed: (value) => writer.varint(value < 0 ? -2 * value - 1 : 2 * value),
    u32(value) {
      grow(4)
      length = bytes.writeUInt32LE(value, length)
    },
    f64(value) {
      grow(8)
      length = bytes.writeDoubleLE(value, length)
    },
    raw(more, from = 0, to = more.length) {
      grow(to - from)
      if (to - from > fewBytes)
        bytes.set(from === 0 && to === more.length ? more : more.subarray(from, to), length)
      else for (let i = from; i < to; i++) bytes[length + i - from] = more[i]!
      length += to - from
    },
    view: () => bytes.subarray(0, length),
  }
  return writer
}

/** A place in bytes that are being read. */
export interface Cursor {
  readonly bytes: Uint8Array
  at: number
}

/** Reads what `varint` wrote. Throws RangeError when the bytes end before the number does, or it is none. */
export function readVarint(cursor: Cursor): number {
  const { bytes } = cursor
  let byte = bytes[cursor.at++]
  if (byte === undefined) throw new RangeError('the bytes end inside a number')
  if (byte < 128) return byte
  let value = byte & 127
  // Nearly every number has at most 28 bits: whole numbers, which cost less than those that may be fractions.
  for (let shift = 7; shift < 28; shift += 7) {
    byte = bytes[cursor.at++]
    if (byte === undefined) throw new RangeError('the bytes end inside a number')
    value |= (byte & 127) << shift
    if (byte < 128) return value
  }
  for (let scale = 2 ** 28; ; scale *= 128) {
    if (scale > 2 ** 49) throw new RangeError('a number is too long')
    byte = bytes[cursor.at++]
    if (byte === undefined) throw new RangeError('the bytes end inside a number')
    value += (byte & 127) * scale
    if (byte < 128) break
  }
  if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('a number is too large')
  return value
}

export function readSigned(cursor: Cursor): number {
  const value = readVarint(cursor)
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}

/** Reads a number that must not be above `most`: nothing is allocated or skipped by an unchecked length. */
export function readCount(cursor: Cursor, most: number): number {
  const value = readVarint(cursor)
  if (value > most) throw new RangeError(`a count of ${value} where at most ${most} is possible`)
  return value
}

export function readRaw(cursor: Cursor, length: number): Uint8Array {
  const end = cursor.at + length
  if (end > cursor.bytes.length) throw new RangeError('the bytes end inside a text')
  const raw = cursor.bytes.subarray(cursor.at, end)
  cursor.at = end
  return raw
}
