import type { SessionFacts } from '../search-index.ts'
import type { MessageTimes } from '../message-times.ts'
import type { SessionRow } from '../session-columns.ts'
import type { ByteWriter, Cursor } from './bytes.ts'
import { readCount, readRaw, readVarint } from './bytes.ts'
import { preallocated } from './preallocated.ts'

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

/** Numbers kept of each part: the fields below, then the lengths of its texts. */
const fields = 5 + times.length
const width = fields + strings.length

/**
 * The facts of all parts of a segment, as numbers and one text. A new process asks for few facts of each of thousands of
 * parts, so an object is made only of the parts that are looked at as a whole.
 */
export interface PartTable {
  readonly count: number
  facts(part: number): PartFacts
  name(part: number): string
  family(part: number): string
  number(part: number, field: PartNumber): number
  isRemoved(part: number): boolean
  /** What the columns of sessions say of a part; the object is the same each time. */
  row(part: number): SessionRow
}

const numberFields = {
  first: 1,
  messages: 2,
  tokens: 3,
  text: 4,
  updatedAt: 5,
  firstAt: 6,
  lastAt: 7,
} as const

export type PartNumber = keyof typeof numberFields

/** Reads them. Throws RangeError for bytes that are none. */
export function decodeFacts(bytes: Uint8Array): PartTable {
  const cursor: Cursor = { bytes, at: 0 }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = readCount(cursor, bytes.length)
  const numbers = new Float64Array(count * width)
  // Where the texts of each part begin.
  const places = new Uint32Array(count)
  let place = 0
  // Most numbers are one byte: a new process reads tens of thousands of them before anything of this is compiled.
  for (let part = 0, at = 0; part < count; part++) {
    places[part] = place
    numbers[at++] = readCount(cursor, 15)
    for (let field = 0; field < 4; field++) {
      const byte = bytes[cursor.at]!
      if (byte < 128) cursor.at++
      numbers[at++] = byte < 128 ? byte : readVarint(cursor)
    }
    if (cursor.at + 8 * times.length > bytes.length) throw new RangeError('the bytes end inside a time')
    for (let time = 0; time < times.length; time++, cursor.at += 8)
      numbers[at++] = view.getFloat64(cursor.at, true)
    for (let text = 0; text < strings.length; text++) {
      const byte = bytes[cursor.at]!
      if (byte < 128) cursor.at++
      place += numbers[at++] = byte < 128 ? byte : readVarint(cursor)
    }
  }
  const encoding = readCount(cursor, 1) === 1 ? 'utf8' : 'utf16le'
  const all = Buffer.from(readRaw(cursor, readVarint(cursor))).toString(encoding)
  if (place !== all.length) throw new RangeError('the texts are not as long as they should be')
  return createPartTable(count, numbers, places, all)
}

function createPartTable(count: number, numbers: Float64Array, places: Uint32Array, all: string): PartTable {
  const known = preallocated<PartFacts | undefined>(count)
  const row = { messages: 0, tokens: 0, updatedAt: 0, firstAt: 0, lastAt: 0, machine: false, family: '' }
  const has = (part: number, flag: number): boolean => (numbers[part * width]! & flag) !== 0
  const text = (part: number, which: (typeof strings)[number]): string => {
    const number = strings.indexOf(which)
    const lengths = part * width + fields
    let start = places[part]!
    for (let before = 0; before < number; before++) start += numbers[lengths + before]!
    return all.slice(start, start + numbers[lengths + number]!)
  }
  const table: PartTable = {
    count,
    facts: (part) => (known[part] ??= factsOf(part)),
    name: (part) => text(part, 'name'),
    family: (part) => text(part, has(part, 8) ? 'family' : 'id'),
    number: (part, field) => numbers[part * width + numberFields[field]]!,
    isRemoved: (part) => has(part, 2),
    row(part) {
      const at = part * width
      row.messages = numbers[at + numberFields.messages]!
      row.tokens = numbers[at + numberFields.tokens]!
      row.updatedAt = numbers[at + numberFields.updatedAt]!
      row.firstAt = numbers[at + numberFields.firstAt]!
      row.lastAt = numbers[at + numberFields.lastAt]!
      row.machine = has(part, 1)
      row.family = table.family(part)
      return row
    },
  }
  const factsOf = (part: number): PartFacts => ({
    name: text(part, 'name'),
    id: text(part, 'id'),
    family: table.family(part),
    title: text(part, 'title'),
    machine: has(part, 1),
    source: has(part, 4) ? text(part, 'source') : undefined,
    updatedAt: table.number(part, 'updatedAt'),
    firstAt: table.number(part, 'firstAt'),
    lastAt: table.number(part, 'lastAt'),
    first: table.number(part, 'first'),
    removed: has(part, 2),
    messages: table.number(part, 'messages'),
    tokens: table.number(part, 'tokens'),
    text: table.number(part, 'text'),
    digest: text(part, 'digest'),
  })
  return table
}
