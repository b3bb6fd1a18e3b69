import type { Cursor } from './bytes.ts'
import { readCount, readRaw, readVarint } from './bytes.ts'
import { termsPerBlock } from './dictionary-writer.ts'
import { nearWord } from './near-word.ts'

/** Look-ups that are made without a table of first bytes. */
const findsBeforeKeys = 40
/** A longer term is no term: the analyzer makes none. */
const longestTerm = 2 ** 24

/** Where the streams of a term are. */
export type TermPlace =
  | {
      readonly kind: 'streams'
      /** How many parts hold it. */
      readonly entries: number
      /** Byte offset in the postings of the session stream; the message stream follows it. */
      readonly offset: number
      readonly sessionBytes: number
      readonly messageBytes: number
    }
  /** One message says it once: that is kept in the dictionary. */
  | { readonly kind: 'single'; readonly part: number; readonly ordinal: number }

export interface Dictionary {
  readonly terms: number
  find(term: Uint8Array): TermPlace | undefined
  /** Every term from the first that is not before `start`, in order. The bytes are valid until the next one is taken. */
  from(
    start: Uint8Array,
  ): Generator<{ readonly term: Uint8Array; readonly place: TermPlace }, void, undefined>
  /**
   * The terms that begin with `start` and may be one slip away from `word`, which begins with it too; some may be
   * farther.
   */
  near(start: Uint8Array, word: Uint8Array): string[]
}

/**
 * Reads a dictionary; `blocksAt` gives bytes of its blocks, valid until the next call. Throws RangeError where they are
 * none.
 *
 * @param size bytes of the blocks
 * @param parts how many parts the segment has
 */
export function openDictionary(
  sparse: Uint8Array,
  size: number,
  parts: number,
  blocksAt: (offset: number, length: number) => Cursor,
): Dictionary {
  const view = new DataView(sparse.buffer, sparse.byteOffset, sparse.byteLength)
  if (sparse.length < 8) throw new RangeError('the dictionary is cut off')
  const count = view.getUint32(0, true)
  const terms = view.getUint32(4, true)
  const base = 8 + count * 4
  if (base > sparse.length || Math.ceil(terms / termsPerBlock) !== count)
    throw new RangeError('the dictionary does not say how long it is')

  const entryAt = (block: number): Cursor => ({
    bytes: sparse,
    at: base + view.getUint32(8 + block * 4, true),
  })
  /** Compares in place: this is done a dozen times for each term and segment. */
  const startsAfter = (block: number, term: Uint8Array): boolean => {
    const cursor = entryAt(block)
    const length = readCount(cursor, longestTerm)
    const most = Math.min(length, term.length)
    for (let i = 0; i < most; i++) {
      const byte = sparse[cursor.at + i]
      if (byte === undefined) throw new RangeError('the dictionary is cut off')
      if (byte !== term[i]) return byte > term[i]!
    }
    return length > term.length
  }
  const firstTerm = (block: number): Uint8Array => {
    const cursor = entryAt(block)
    return readRaw(cursor, readCount(cursor, longestTerm))
  }
  /** Behind the first term of a block. */
  const behindTerm = (block: number): Cursor => {
    const entry = entryAt(block)
    const length = readCount(entry, longestTerm)
    if (entry.at + length > sparse.length) throw new RangeError('the dictionary is cut off')
    entry.at += length
    return entry
  }
  const blockAt = (block: number): { cursor: Cursor; end: number; offset: number; terms: number } => {
    const entry = behindTerm(block)
    const start = readVarint(entry)
    const offset = readVarint(entry)
    const end = block + 1 < count ? readVarint(behindTerm(block + 1)) : size
    if (start > end || end > size) throw new RangeError('a block of the dictionary is not where it should be')
    const held = Math.min(termsPerBlock, terms - block * termsPerBlock)
    const cursor = blocksAt(start, end - start)
    return { cursor, end: cursor.at + end - start, offset, terms: held }
  }

  let finds = 0
  /** First bytes of the first term of each block, by which most comparisons are decided at once. */
  let keys: Uint32Array | undefined

  function makeKeys(): Uint32Array {
    const made = new Uint32Array(count)
    for (let block = 0; block < count; block++) {
      const cursor = entryAt(block)
      const length = readCount(cursor, longestTerm)
      made[block] = keyAt(sparse, cursor.at, cursor.at + length)
    }
    return made
  }

  /** How many blocks begin with a term that is not behind this one. */
  const blocksUpTo = (term: Uint8Array): number => {
    // A process that asks one question does not make them.
    if (keys === undefined && ++finds > findsBeforeKeys) keys = makeKeys()
    let low = 0
    let high = count
    if (keys !== undefined) {
      const key = keyAt(term, 0, term.length)
      low = countWhile(keys, (other) => other < key)
      high = countWhile(keys, (other) => other <= key)
    }
    while (low < high) {
      const middle = (low + high) >> 1
      if (startsAfter(middle, term)) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    terms,
    find(term) {
      const blocks = blocksUpTo(term)
      if (blocks === 0) return undefined
      const block = blockAt(blocks - 1)
      const { cursor, end, terms: held } = block
      let { offset } = block
      const { bytes } = cursor
      // How many bytes of the term the last one read has in common with it.
      let equal = 0
      for (let i = 0; i < held; i++) {
        const byte = bytes[cursor.at++]
        if (byte === undefined) throw new RangeError('a block of the dictionary is cut off')
        let shared = byte >> 4
        let rest = byte & 15
        if (shared === 15) shared += readCount(cursor, longestTerm)
        if (rest === 15) rest += readCount(cursor, longestTerm)
        const start = cursor.at
        cursor.at += rest
        if (cursor.at > end) throw new RangeError('a block of the dictionary is cut off')
        if (shared < equal) return undefined
        if (shared === equal) {
          let inRest = 0
          while (equal < term.length && inRest < rest && bytes[start + inRest] === term[equal]) {
            inRest++
            equal++
          }
          if (equal === term.length && inRest === rest) return readPlace(cursor, offset, parts)
          // Behind the term, or longer than it: whatever follows is behind it too.
          if (inRest < rest && (equal === term.length || bytes[start + inRest]! > term[equal]!))
            return undefined
        }
        const head = readVarint(cursor)
        if (head % 2 === 1) readVarint(cursor)
        else offset += readVarint(cursor) + readVarint(cursor)
      }
      return undefined
    },
    near(start, word) {
      const found: string[] = []
      const near = nearWord(word)
      let term = Buffer.alloc(256)
      for (let block = Math.max(0, blocksUpTo(start) - 1); block < count; block++) {
        const first = firstTerm(block)
        if (compareBytes(first, start) > 0 && !beginsWith(first, start)) break
        if (block + 1 < count && !near.mayBegin(commonBeginning(first, firstTerm(block + 1)))) continue
        const { cursor, end, terms: held } = blockAt(block)
        let length = 0
        for (let i = 0; i < held; i++) {
          const { shared, rest } = readLengths(cursor)
          if (shared > length) throw new RangeError('a term shares more than there is')
          const tail = readRaw(cursor, rest)
          length = shared + rest
          if (length > term.length) term = Buffer.concat([term], length * 2)
          term.set(tail, shared)
          const isStreams = readVarint(cursor) % 2 === 0
          readVarint(cursor)
          if (isStreams) readVarint(cursor)
          if (near.isNear(term, length) && beginsWith(term.subarray(0, length), start))
            found.push(term.toString('utf8', 0, length))
        }
        if (cursor.at > end) throw new RangeError('a block of the dictionary is cut off')
      }
      return found
    },
    *from(start) {
      let term = Buffer.alloc(256)
      for (let block = Math.max(0, blocksUpTo(start) - 1); block < count; block++) {
        const { cursor: shared, end, terms: held, ...place } = blockAt(block)
        // Others read while this waits to be asked for the next term.
        const cursor = { bytes: shared.bytes.slice(shared.at, end), at: 0 }
        let { offset } = place
        let length = 0
        for (let i = 0; i < held; i++) {
          const { shared, rest } = readLengths(cursor)
          if (shared > length) throw new RangeError('a term shares more than there is')
          const tail = readRaw(cursor, rest)
          length = shared + rest
          if (length > term.length) term = Buffer.concat([term], length * 2)
          term.set(tail, shared)
          const place = readPlace(cursor, offset, parts)
          if (place.kind === 'streams') offset += place.sessionBytes + place.messageBytes
          const bytes = term.subarray(0, length)
          if (compareBytes(bytes, start) >= 0) yield { term: bytes, place }
        }
      }
    },
  }
}

/** Of the next term: bytes shared with the one before, and its own. */
function readLengths(cursor: Cursor): { readonly shared: number; readonly rest: number } {
  const byte = cursor.bytes[cursor.at++]
  if (byte === undefined) throw new RangeError('a block of the dictionary is cut off')
  let shared = byte >> 4
  let rest = byte & 15
  if (shared === 15) shared += readCount(cursor, longestTerm)
  if (rest === 15) rest += readCount(cursor, longestTerm)
  return { shared, rest }
}

function readPlace(cursor: Cursor, offset: number, parts: number): TermPlace {
  const head = readVarint(cursor)
  if (head % 2 === 1) {
    const part = (head - 1) / 2
    if (part >= parts) throw new RangeError('a term of a part that is not here')
    return { kind: 'single', part, ordinal: readVarint(cursor) }
  }
  const entries = head / 2
  if (entries > parts) throw new RangeError('a term in more parts than there are')
  const sessionBytes = readVarint(cursor)
  const messageBytes = readVarint(cursor)
  return { kind: 'streams', entries, offset, sessionBytes, messageBytes }
}

/** The first four bytes of a term as a number; zeros stand behind a shorter one. */
function keyAt(bytes: Uint8Array, from: number, to: number): number {
  let key = 0
  for (let i = from; i < from + 4; i++) key = key * 256 + (i < to ? bytes[i]! : 0)
  return key
}

/** How many numbers of an ascending list pass a test that those behind the first that fails fail too. */
function countWhile(ascending: Uint32Array, passes: (value: number) => boolean): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(ascending[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

function beginsWith(term: Uint8Array, start: Uint8Array): boolean {
  return term.length >= start.length && start.every((byte, i) => byte === term[i])
}

function commonBeginning(a: Uint8Array, b: Uint8Array): Uint8Array {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return a.subarray(0, length)
}

/** Order of dictionaries: by bytes, a beginning before what it begins. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length)
  for (let i = 0; i < most; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
