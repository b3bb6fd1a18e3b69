import type { MessageLocation, RecordState } from '../../conversation/record.ts'
import type { MessageTable } from '../search-index.ts'
import type { Arena } from '../arena.ts'
import { ownMemory } from '../arena.ts'
import type { ByteWriter, Cursor } from './bytes.ts'
import { createByteWriter, readCount, readRaw, readSigned, readVarint } from './bytes.ts'
import { preallocated } from './preallocated.ts'

/** The rows of a part, one for each message, in order. */
export interface MessageRows extends MessageTable {
  readonly slices: ArrayLike<MessageLocation | undefined>
}

/** Rows as they are read. */
export interface DecodedRows extends MessageRows {
  /** One of the slices, where the others are not wanted. */
  sliceAt(index: number): MessageLocation | undefined
}

const roles = ['user', 'assistant', 'tool', 'function', 'developer'] as const
const states: readonly RecordState[] = ['live', 'compacted', 'rewound', 'removed', 'missing']
/** Code of a role that is none of those above: its name is in the list of names. */
const otherRole = 7
const columnCount = 6

/** Writes rows column by column, so that a reader decodes only the columns it needs. */
export function encodeRows(out: ByteWriter, rows: MessageRows): void {
  const names: string[] = []
  const nameNumber = (name: string): number => {
    const known = names.indexOf(name)
    return known >= 0 ? known : names.push(name) - 1
  }
  const count = rows.positions.length
  const columns = [
    column((to) => runs(to, count, (i) => (rows.positions[i] ?? 0) - i)),
    column((to) => each(count, (i) => to.varint(rows.tokens[i] ?? 0))),
    column((to) => times(to, rows.at)),
    column((to) =>
      each(count, (i) => {
        const role = roles.indexOf(rows.roles[i] as (typeof roles)[number])
        const state = states.indexOf(rows.states[i] ?? 'live')
        to.byte((role < 0 ? otherRole : role) + 8 * state + 64 * Number(rows.approximate[i]))
        if (role < 0) to.varint(nameNumber(rows.roles[i] ?? ''))
      }),
    ),
    column((to) => runs(to, count, (i) => nameNumber(rows.toolNames[i] ?? ''))),
    column((to) => slices(to, rows.slices, nameNumber)),
  ]
  const list = Buffer.from(JSON.stringify(names))
  for (const bytes of [...columns, list]) out.varint(bytes.length)
  for (const bytes of [...columns, list]) out.raw(bytes)
}

type Guard = <T>(work: () => T) => T

/**
 * Reads rows; columns are decoded when first looked at. Throws RangeError for bytes that are none.
 *
 * @param bytes must stay as they are
 * @param guard is put around the decoding of each column
 * @param arena memory for what is decoded
 */
export function decodeRows(
  bytes: Uint8Array,
  count: number,
  guard: Guard = (work) => work(),
  arena: Arena = ownMemory,
): DecodedRows {
  return new LazyRows(bytes, count, guard, arena)
}

/** A class, since a query makes dozens of them and looks at few of their columns. */
class LazyRows implements DecodedRows {
  readonly #bytes: Uint8Array
  readonly #count: number
  readonly #guard: Guard
  readonly #arena: Arena
  /** Where each column begins; the last number is where the names end. */
  readonly #starts: number[] = []
  #names: readonly string[] | undefined
  #positions: Uint32Array | undefined
  #tokens: Uint32Array | undefined
  #at: Float64Array | undefined
  #flags: Flags | undefined
  #toolNames: readonly string[] | undefined
  #places: Float64Array | undefined
  #slices: readonly (MessageLocation | undefined)[] | undefined

  constructor(bytes: Uint8Array, count: number, guard: Guard, arena: Arena) {
    // Each message takes a byte at least, so that no array is made longer than what can be in it.
    if (count > bytes.length) throw new RangeError('more messages than there is room for')
    this.#bytes = bytes
    this.#count = count
    this.#guard = guard
    this.#arena = arena
    const cursor: Cursor = { bytes, at: 0 }
    for (let i = 0; i <= columnCount; i++) this.#starts.push(readCount(cursor, bytes.length))
    let start = cursor.at
    for (let i = 0; i <= columnCount; i++) {
      const length = this.#starts[i]!
      this.#starts[i] = start
      start += length
    }
    if (start > bytes.length) throw new RangeError('the bytes end inside a text')
    this.#starts.push(start)
  }

  get positions(): Uint32Array {
    return (this.#positions ??= this.#guard(() => {
      const positions = this.#arena.words(this.#count)
      eachRun(this.#column(0), this.#count, (shift, from, to) => {
        for (let i = from; i < to; i++) positions[i] = shift + i
      })
      return positions
    }))
  }

  get tokens(): Uint32Array {
    return (this.#tokens ??= this.#guard(() => readNumbers(this.#column(1), this.#arena.words(this.#count))))
  }

  get at(): Float64Array {
    return (this.#at ??= this.#guard(() => readTimes(this.#column(2), this.#arena.doubles(this.#count))))
  }

  get roles(): readonly string[] {
    return this.#readFlags().roles
  }

  get states(): readonly RecordState[] {
    return this.#readFlags().states
  }

  get approximate(): readonly boolean[] {
    return this.#readFlags().approximate
  }

  get toolNames(): readonly string[] {
    return (this.#toolNames ??= this.#guard(() => this.#readToolNames()))
  }

  get slices(): readonly (MessageLocation | undefined)[] {
    return (this.#slices ??= Array.from({ length: this.#count }, (_, index) => this.sliceAt(index)))
  }

  sliceAt(index: number): MessageLocation | undefined {
    return this.#guard(() => {
      this.#places ??= readSlices(this.#column(5), this.#arena.doubles(this.#count * sliceWidth))
      return sliceOf(this.#places, index, () => this.#readNames())
    })
  }

  #column(index: number): Cursor {
    return { bytes: this.#bytes, at: this.#starts[index]! }
  }

  #readFlags(): Flags {
    return (this.#flags ??= this.#guard(() =>
      readFlags(this.#column(3), this.#count, () => this.#readNames()),
    ))
  }

  #readToolNames(): readonly string[] {
    const names = preallocated<string>(this.#count)
    const known = this.#readNames()
    eachRun(this.#column(4), this.#count, (number, from, to) => names.fill(nameOf(known, number), from, to))
    return names
  }

  #readNames(): readonly string[] {
    return (this.#names ??= namesIn(
      this.#bytes.subarray(this.#starts[columnCount], this.#starts[columnCount + 1]),
    ))
  }
}

function column(fill: (to: ByteWriter) => void): Uint8Array {
  const to = createByteWriter()
  fill(to)
  return to.view()
}

function each(count: number, visit: (i: number) => void): void {
  for (let i = 0; i < count; i++) visit(i)
}

/** Equal neighbours as one: length of the run and the difference to the value of the run before. */
function runs(to: ByteWriter, count: number, valueOf: (i: number) => number): void {
  let last = 0
  for (let i = 0; i < count;) {
    const value = valueOf(i)
    let end = i + 1
    while (end < count && valueOf(end) === value) end++
    to.varint(end - i)
    to.signed(value - last)
    last = value
    i = end
  }
}

function eachRun(
  cursor: Cursor,
  count: number,
  visit: (value: number, from: number, to: number) => void,
): void {
  let value = 0
  for (let i = 0; i < count;) {
    const length = readCount(cursor, count - i)
    if (length === 0) throw new RangeError('a run of nothing')
    value += readSigned(cursor)
    visit(value, i, (i += length))
  }
}

function readNumbers(cursor: Cursor, values: Uint32Array): Uint32Array {
  for (let i = 0; i < values.length; i++) values[i] = readVarint(cursor)
  return values
}

/** Whole milliseconds as differences; anything else (unknown, fractions) makes the whole column plain numbers. */
function times(to: ByteWriter, at: ArrayLike<number>): void {
  const plain = Array.from(at).some((time) => !Number.isSafeInteger(time) || Math.abs(time) > 2 ** 51)
  to.byte(Number(plain))
  let last = 0
  for (let i = 0; i < at.length; i++) {
    const time = at[i] ?? NaN
    if (plain) to.f64(time)
    else to.signed(time - last)
    last = time
  }
}

function readTimes(cursor: Cursor, at: Float64Array): Float64Array {
  if (readCount(cursor, 1) === 1) {
    const raw = readRaw(cursor, at.length * 8)
    const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
    for (let i = 0; i < at.length; i++) at[i] = view.getFloat64(i * 8, true)
    return at
  }
  let last = 0
  for (let i = 0; i < at.length; i++) at[i] = last += readSigned(cursor)
  return at
}

interface Flags {
  readonly roles: readonly string[]
  readonly states: readonly RecordState[]
  readonly approximate: readonly boolean[]
}

function readFlags(cursor: Cursor, count: number, names: () => readonly string[]): Flags {
  const flags = {
    roles: preallocated<string>(count),
    states: preallocated<RecordState>(count),
    approximate: preallocated<boolean>(count),
  }
  for (let i = 0; i < count; i++) {
    const byte = cursor.bytes[cursor.at++]
    if (byte === undefined) throw new RangeError('the bytes end inside a message')
    const role = byte & 7
    const known = role === otherRole ? nameOf(names(), readVarint(cursor)) : roles[role]
    const state = states[(byte >> 3) & 7]
    if (known === undefined || state === undefined) throw new RangeError('a message of an unknown kind')
    flags.roles[i] = known
    flags.states[i] = state
    flags.approximate[i] = (byte & 64) !== 0
  }
  return flags
}

/** For each message: number of the path plus one (0: no slice), gap behind the slice before, length, checksum. */
function slices(
  to: ByteWriter,
  all: ArrayLike<MessageLocation | undefined>,
  nameNumber: (name: string) => number,
): void {
  let end = 0
  for (let i = 0; i < all.length; i++) {
    const slice = all[i]
    to.varint(slice === undefined ? 0 : nameNumber(slice.path) + 1)
    if (slice === undefined) continue
    to.signed(slice.offset - end)
    to.varint(slice.length)
    to.u32(slice.crc)
    end = slice.offset + slice.length
  }
}

/** Numbers kept of each slice: number of its path plus one, offset, length, checksum. */
const sliceWidth = 4

function readSlices(cursor: Cursor, numbers: Float64Array): Float64Array {
  const { bytes } = cursor
  let end = 0
  for (let at = 0; at < numbers.length; at += sliceWidth) {
    const path = readVarint(cursor)
    numbers[at] = path
    if (path === 0) continue
    const offset = end + readSigned(cursor)
    const length = readVarint(cursor)
    if (offset < 0) throw new RangeError('a place before the start of a file')
    if (cursor.at + 4 > bytes.length) throw new RangeError('the bytes end inside a checksum')
    let crc = 0
    for (let byte = 3; byte >= 0; byte--) crc = crc * 256 + bytes[cursor.at + byte]!
    cursor.at += 4
    end = offset + length
    numbers[at + 1] = offset
    numbers[at + 2] = length
    numbers[at + 3] = crc
  }
  return numbers
}

function sliceOf(
  places: Float64Array,
  index: number,
  names: () => readonly string[],
): MessageLocation | undefined {
  const at = index * sliceWidth
  const path = places[at] ?? 0
  if (path === 0) return undefined
  return {
    path: nameOf(names(), path - 1),
    offset: places[at + 1]!,
    length: places[at + 2]!,
    crc: places[at + 3]!,
  }
}

function namesIn(bytes: Uint8Array): readonly string[] {
  try {
    const names: unknown = JSON.parse(Buffer.from(bytes).toString())
    if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names
  } catch {
    // Not JSON, so no list of names either.
  }
  throw new RangeError('the list of names cannot be read')
}

function nameOf(names: readonly string[], number: number): string {
  const name = names[number]
  if (name === undefined) throw new RangeError(`there is no name ${number}`)
  return name
}
