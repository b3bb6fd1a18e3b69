import type { ByteWriter } from './bytes.ts'
import { createByteWriter } from './bytes.ts'
import type { TermStreams } from './encode-term.ts'

/** Terms in a block of the dictionary; within it each term says only where it differs from the one before. */
export const termsPerBlock = 64

export interface DictionaryWriter {
  /**
   * Terms, the first `length` bytes of `term` each, in ascending order; streams end to end.
   *
   * @param offset where the next streams begin, also for a term without
   */
  add(term: Uint8Array, length: number, streams: TermStreams, offset: number): void
  /** The blocks, and for each where it begins: the part of the dictionary that a reader keeps in memory. */
  finish(): { readonly blocks: Uint8Array; readonly sparse: Uint8Array; readonly terms: number }
}

/** Writes the dictionary of a segment. */
export function createDictionaryWriter(): DictionaryWriter {
  const blocks = createByteWriter(2 ** 16)
  const sparse = createByteWriter(2 ** 12)
  const starts: number[] = []
  let terms = 0
  let last = Buffer.alloc(256)
  let lastLength = 0
  return {
    add(term, length, streams, offset) {
      let shared = 0
      if (terms % termsPerBlock === 0) {
        starts.push(sparse.length)
        sparse.varint(length)
        sparse.raw(term, 0, length)
        sparse.varint(blocks.length)
        sparse.varint(offset)
      } else {
        const most = Math.min(length, lastLength)
        while (shared < most && term[shared] === last[shared]) shared++
      }
      const rest = length - shared
      blocks.byte(Math.min(shared, 15) * 16 + Math.min(rest, 15))
      if (shared >= 15) blocks.varint(shared - 15)
      if (rest >= 15) blocks.varint(rest - 15)
      blocks.raw(term, shared, length)
      writePlace(blocks, streams)
      if (length > last.length) last = Buffer.concat([last], length * 2)
      for (let i = shared; i < length; i++) last[i] = term[i]!
      lastLength = length
      terms++
    },
    finish() {
      const out = createByteWriter(sparse.length + starts.length * 4 + 16)
      out.u32(starts.length)
      out.u32(terms)
      for (const start of starts) out.u32(start)
      out.raw(sparse.view())
      return { blocks: blocks.view(), sparse: out.view(), terms }
    },
  }
}

function writePlace(to: ByteWriter, streams: TermStreams): void {
  if (streams.isSingle) {
    to.varint(streams.part * 2 + 1)
    to.varint(streams.ordinal)
  } else {
    to.varint(streams.entries * 2)
    to.varint(streams.sessionBytes)
    to.varint(streams.messageBytes)
  }
}
