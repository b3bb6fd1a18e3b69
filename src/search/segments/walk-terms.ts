import type { Cursor } from './bytes.ts'
import { readVarint } from './bytes.ts'

/** Goes through all terms of a dictionary; what it says is of the current one. */
export interface TermWalk {
  /** Goes to the next term; false behind the last one. */
  next(): boolean
  /** UTF-8 bytes of the term: the first `length`, until the next one is gone to. */
  readonly term: Uint8Array
  readonly length: number
  /** Its first six bytes as a number, to compare by. */
  readonly key: number
  /** One message says it once: that one. */
  readonly isSingle: boolean
  readonly part: number
  readonly ordinal: number
  /** Else in how many parts it is, and the place of its streams in the postings, the message stream behind the other. */
  readonly entries: number
  readonly offset: number
  readonly sessionBytes: number
  readonly messageBytes: number
}

/**
 * Walks the blocks of a dictionary from end to end. Throws RangeError where they are none.
 *
 * @param terms how many there are
 * @param parts how many parts the segment has
 */
export function walkTerms(blocks: Uint8Array, terms: number, parts: number): TermWalk {
  const cursor: Cursor = { bytes: blocks, at: 0 }
  let left = terms
  let behind = 0
  const walk = {
    term: new Uint8Array(256),
    length: 0,
    key: 0,
    isSingle: false,
    part: 0,
    ordinal: 0,
    entries: 0,
    offset: 0,
    sessionBytes: 0,
    messageBytes: 0,
    next(): boolean {
      if (left-- <= 0) return false
      const lengths = blocks[cursor.at++]
      if (lengths === undefined) throw new RangeError('the dictionary ends too early')
      let shared = lengths >> 4
      let rest = lengths & 15
      if (shared === 15) shared += readVarint(cursor)
      if (rest === 15) rest += readVarint(cursor)
      if (shared > walk.length) throw new RangeError('a term shares more than there is')
      if (cursor.at + rest > blocks.length) throw new RangeError('the dictionary ends inside a term')
      walk.length = shared + rest
      if (walk.length > walk.term.length) walk.term = Buffer.concat([walk.term], walk.length * 2)
      const { term } = walk
      for (let i = shared; i < walk.length; i++) term[i] = blocks[cursor.at++]!
      walk.key = keyOf(term, walk.length)
      const head = readVarint(cursor)
      walk.isSingle = head % 2 === 1
      if (walk.isSingle) {
        walk.part = (head - 1) / 2
        walk.ordinal = readVarint(cursor)
        if (walk.part >= parts) throw new RangeError('a term of a part that is not here')
      } else {
        walk.entries = head / 2
        walk.sessionBytes = readVarint(cursor)
        walk.messageBytes = readVarint(cursor)
        walk.offset = behind
        behind += walk.sessionBytes + walk.messageBytes
        if (walk.entries > parts) throw new RangeError('a term in more parts than there are')
      }
      return true
    },
  }
  return walk
}

function keyOf(term: Uint8Array, length: number): number {
  let key = 0
  for (let i = 0; i < 6; i++) key = key * 256 + (i < length ? term[i]! : 0)
  return key
}
