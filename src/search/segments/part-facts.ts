import type { SessionFacts } from '../search-index.ts'
import type { MessageTimes } from '../message-times.ts'
import type { ByteWriter, Cursor } from './bytes.ts'
import { readCount, readRaw, readVarint } from './bytes.ts'

/**
 * A part: a stretch of one record that stands in one segment. Most records have one; a long one has several, and
 * messages removed by a hand edit are in parts of their own. Facts of the session are those of its newest part.
 */
export interface PartFacts extends Omit<SessionFacts, 'tokens'>, MessageTimes {
  /** Ordinal of its first message among those of its kind (removed or not) in the record. */
  readonly first: number
  readonly removed: boolean
  readonly messages: number
  /** Tokens of its own messages. */
  readonly tokens: number
  /** UTF-16 code units of its messages' text. */
  readonly text: number
  /** Changes when anything about its messages does, see `partDigest`. */
  readonly digest: string
}

const times = ['updatedAt', 'firstAt', 'lastAt'] as const
const strings = ['name', 'id', 'family', 'title', 'source', 'digest'] as const

/** Writes the facts of all parts of a segment. */
export function encodeFacts(out: ByteWriter, parts: readonly PartFacts[]): void {
  const texts: string[] = []
  out.varint(parts.length)
  for (const facts of parts) {
    const flags =
      Number(facts.machine) +
      2 * Number(facts.removed) +
      4 * Number(facts.source !== undefined) +
      8 * Number(facts.family !== facts.id)
    out.byte(flags)
    out.varint(facts.first)
    out.varint(facts.messages)
    out.varint(facts.tokens)
    out.varint(facts.text)
    for (const key of times) out.f64(facts[key])
    for (const key of strings) {
      const text = key === 'family' && facts.family === facts.id ? '' : (facts[key] ?? '')
      out.varint(text.length)
      texts.push(text)
    }
  }
  const all = texts.join('')
  // A title may hold half a surrogate pair, which UTF-8 cannot.
  const isUtf8 = !/\p{Surrogate}/u.test(all)
  const bytes = Buffer.from(all, isUtf8 ? 'utf8' : 'utf16le')
  out.byte(isUtf8 ? 1 : 0)
  out.varint(bytes.length)
  out.raw(bytes)
}

/** Numbers kept of each part while its texts are not known yet: the fields below, then the lengths of its texts. */
const fields = 5 + times.length
const width = fields + strings.length

/** Reads them. Throws RangeError for bytes that are none. */
export function decodeFacts(bytes: Uint8Array): PartFacts[] {
  const cursor: Cursor = { bytes, at: 0 }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = readCount(cursor, bytes.length)
  const numbers = new Float64Array(count * width)
  for (let at = 0; at < numbers.length;) {
    numbers[at++] = readCount(cursor, 15)
    for (let field = 0; field < 4; field++) numbers[at++] = readVarint(cursor)
    if (cursor.at + 8 * times.length > bytes.length) throw new RangeError('the bytes end inside a time')
    for (let time = 0; time < times.length; time++, cursor.at += 8)
      numbers[at++] = view.getFloat64(cursor.at, true)
    for (let text = 0; text < strings.length; text++) numbers[at++] = readVarint(cursor)
  }
  const encoding = readCount(cursor, 1) === 1 ? 'utf8' : 'utf16le'
  const all = Buffer.from(readRaw(cursor, readVarint(cursor))).toString(encoding)
  let place = 0
  const parts: PartFacts[] = []
  for (let at = 0; at < numbers.length; at += width) {
    const lengths = at + fields
    const flags = numbers[at]!
    const name = all.slice(place, (place += numbers[lengths]!))
    const id = all.slice(place, (place += numbers[lengths + 1]!))
    const family = all.slice(place, (place += numbers[lengths + 2]!))
    const title = all.slice(place, (place += numbers[lengths + 3]!))
    const source = all.slice(place, (place += numbers[lengths + 4]!))
    const digest = all.slice(place, (place += numbers[lengths + 5]!))
    parts.push({
      name,
      id,
      family: (flags & 8) === 0 ? id : family,
      title,
      machine: (flags & 1) === 1,
      source: (flags & 4) === 0 ? undefined : source,
      updatedAt: numbers[at + 5]!,
      firstAt: numbers[at + 6]!,
      lastAt: numbers[at + 7]!,
      first: numbers[at + 1]!,
      removed: (flags & 2) === 2,
      messages: numbers[at + 2]!,
      tokens: numbers[at + 3]!,
      text: numbers[at + 4]!,
      digest,
    })
  }
  if (place !== all.length) throw new RangeError('the texts are not as long as they should be')
  return parts
}
