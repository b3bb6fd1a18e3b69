import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import { jsonElementsBehind } from './json-elements.ts'
import { jsonInRange, jsonOf, LONG_JSON } from './json-value.ts'

/** One value of a JSON file that may be large. */
export interface JsonMember {
  /** The member of the top-level object it stands in; undefined when the file is a list. */
  readonly key: string | undefined
  readonly offset: number
  readonly length: number
  readonly value: unknown
  /** It cannot be read, or the file ends within it. */
  readonly problem?: 'damaged' | 'unfinished'
  readonly cutBytes: number
}

/** The list of a file that is wanted. */
export interface WantedList {
  /** The member it is; undefined when the file is a list. */
  readonly key: string | undefined
  /** Tells its entries from what stands in them: behind a damaged one the next one is looked for. */
  readonly isEntry: (value: unknown) => boolean
}

const QUOTE = 0x22
const CHUNK = 2 ** 20

/**
 * The members of the object that a JSON file holds, the entries of each list in it one by one and its other members
 * whole; of a file that is a list, its entries. Memory stays within a bound whatever the size of file and entry. A byte
 * order mark is stepped over. A damaged entry of a wanted list costs none of those behind it.
 */
export function* jsonMembers(
  disk: Disk,
  fd: FileDescriptor,
  {
    wanted = [],
    signal,
  }: { readonly wanted?: readonly WantedList[]; readonly signal?: AbortSignal | undefined } = {},
): Generator<JsonMember, void, undefined> {
  const { size } = disk.statOpen(fd)
  let depth = 0
  let isInString = false
  let isEscaped = false
  let start = -1
  let pieces: Uint8Array[] = []
  let key: string | undefined
  /** Depth of the entries: 1 in a list, 1 or 2 in an object. */
  let level = 1
  let isObject = false

  const element = (end: number): JsonMember => {
    const length = end - start
    const at = { key, offset: start, length }
    start = -1
    try {
      const whole = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)
      pieces = []
      if (length > LONG_JSON || whole === undefined)
        return { ...at, ...jsonInRange(disk, fd, at.offset, length) }
      return { ...at, value: jsonOf(whole), cutBytes: 0 }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return {
        ...at,
        value: undefined,
        problem: end >= size && depth > 0 ? 'unfinished' : 'damaged',
        cutBytes: 0,
      }
    }
  }

  const wantedHere = (): WantedList | undefined =>
    level === (isObject ? 2 : 1)
      ? wanted.find((list) => list.key === (isObject ? key : undefined))
      : undefined
  /** Gives an entry; of a damaged one also those behind it, and where their list is left if there are any. */
  const give = function* (entry: JsonMember): Given {
    const list = entry.problem === undefined ? undefined : wantedHere()
    const from = entry.offset + 1
    let isTold = false
    const found =
      list === undefined ? [] : jsonElementsBehind(chunksFrom(disk, fd, from, signal), from, list.isEntry)
    for (const { isOutside, ...other } of found) {
      if (!isTold) yield { ...entry, problem: 'damaged' }
      isTold = true
      if (isOutside === true) return other.offset
      yield { key: entry.key, length: 0, ...other }
    }
    if (!isTold) yield entry
    return isTold ? size : undefined
  }
  /** What follows a list stands in the object around it. */
  const goOn = (at: number): number => {
    isInString = false
    isEscaped = false
    level = 1
    depth = at < size ? 1 : 0
    return at
  }

  scan: for (let position = 0; position < size;) {
    signal?.throwIfAborted()
    const chunk = new Uint8Array(Math.min(CHUNK, size - position))
    const count = disk.read(fd, chunk, position)
    if (count === 0) break
    let from = 0
    for (let i = 0; i < count; i++) {
      const byte = chunk[i] ?? 0
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === 0x5c) isEscaped = true
        else if (byte === QUOTE) isInString = false
        continue
      }
      if (byte <= 0x20) continue
      const isEnd = byte === 0x2c || byte === 0x5d || byte === 0x7d
      if (start >= 0 && depth === level && (isEnd || byte === 0x3a)) {
        if (start < position + i) pieces.push(chunk.subarray(from, i))
        if (byte === 0x3a && isObject && level === 1) {
          const name = element(position + i).value
          key = typeof name === 'string' ? name : undefined
          continue
        }
        const end = yield* give(element(position + i))
        if (end !== undefined) {
          position = goOn(end)
          continue scan
        }
      }
      if (isEnd) {
        if (byte !== 0x2c) depth--
        if (level === 2 && depth === 1) level = 1
        continue
      }
      const isOpen = byte === 0x5b || byte === 0x7b
      if (start < 0 && depth === level) {
        // A list that is a member of the top-level object: its entries are what is wanted.
        if (isObject && level === 1 && byte === 0x5b && key !== undefined) {
          level = 2
          depth++
          continue
        }
        start = position + i
        from = i
      }
      if (depth === 0) isObject = byte === 0x7b
      if (isOpen) depth++
      else if (byte === QUOTE) isInString = true
    }
    if (start >= 0) {
      const held = position + count - start
      if (held <= LONG_JSON) pieces.push(chunk.subarray(from, count))
      else pieces = []
    }
    position += count
    if (position < size || start < 0) continue
    const end = yield* give(element(size))
    if (end === undefined) return
    position = goOn(end)
  }
  if (start >= 0) yield element(size)
  // What was cut off behind a comma leaves no torn entry; a bracket too many leaves the rest outside.
  else if (depth !== 0) {
    const problem = depth > 0 ? 'unfinished' : 'damaged'
    yield { key, offset: size, length: 0, value: undefined, problem, cutBytes: 0 }
  }
}

type Given = Generator<JsonMember, number | undefined, undefined>

function* chunksFrom(
  disk: Disk,
  fd: FileDescriptor,
  from: number,
  signal: AbortSignal | undefined,
): Generator<Uint8Array, void, undefined> {
  const { size } = disk.statOpen(fd)
  for (let at = from; at < size; at += CHUNK) {
    signal?.throwIfAborted()
    yield readOpenRange(disk, fd, at, Math.min(CHUNK, size - at))
  }
}
