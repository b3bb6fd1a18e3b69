import { blockOverhead, blockSize, checkBlock } from './block.ts'
import type { BlockCache } from './block-cache.ts'
import type { ByteSource } from './byte-source.ts'
import type { Cursor } from './bytes.ts'

/** Reads what stands in the blocks of one file, through a cache. */
export interface BlockReader {
  /**
   * Bytes from one place on, at least `length` of them. Valid until the next call for this or another file.
   *
   * @param ahead whether what stands behind them will be asked for sooner or later: it is read too, if there is room
   */
  at(offset: number, length: number, ahead?: boolean): Cursor
}

/** Blocks that are read in one call. */
const together = 8
/** So much is asked of a file before anything is read ahead: most processes ask one question. */
const readsBeforeAhead = 16
const stride = blockSize + blockOverhead

/** Blocks that are read together pass through here: all readers share it, since none waits for a disk. */
const passage = new Uint8Array(together * stride)
/** What lies across blocks is put together here. */
let joined = new Uint8Array(4 * blockSize)
const nothing = new Uint8Array()
const cursor: { bytes: Uint8Array; at: number } = { bytes: joined, at: 0 }

/**
 * Reads blocks of `source`, whose payloads are `end` bytes. Throws RangeError when a block is not what was written.
 */
export function createBlockReader(source: ByteSource, end: number, cache: BlockCache): BlockReader {
  const blocks = Math.ceil(end / blockSize)
  const table = cache.table(blocks)

  let reads = 0

  /** Brings a block in, with those behind it up to `last` that are not there either. */
  function fetch(number: number, wanted: number, ahead: boolean): Uint8Array {
    const isAhead = ++reads > readsBeforeAhead && ahead && cache.spare >= together
    const last = isAhead ? Math.min(number + together, blocks - 1) : wanted
    let count = 1
    while (count < together && number + count <= last && table[number + count] === 0) count++
    const size = Math.min(count * blockSize, end - number * blockSize) + count * blockOverhead
    if (count === 1) {
      const room = cache.room()
      readWhole(size === stride ? room : room.subarray(0, size), number)
      checkBlock(number, room, 0, size)
      return cache.put(table, number, size - blockOverhead)
    }
    readWhole(passage.subarray(0, size), number)
    // The first one last, since a view of it is wanted.
    for (let i = count - 1; ; i--) {
      const from = i * stride
      const length = Math.min(stride, size - from)
      checkBlock(number + i, passage, from, length)
      cache.room().set(passage.subarray(from, from + length))
      const block = cache.put(table, number + i, length - blockOverhead)
      if (i === 0) return block
    }
  }

  function readWhole(into: Uint8Array, number: number): void {
    if (source.readInto(into, number * stride) < into.length) throw new RangeError('the file ends too early')
  }

  return {
    at(offset, length, ahead = false) {
      if (length === 0) return { bytes: nothing, at: 0 }
      const first = Math.floor(offset / blockSize)
      const last = Math.floor((offset + length - 1) / blockSize)
      let block = cache.get(table, first) ?? fetch(first, last, ahead)
      let from = offset - first * blockSize
      if (last === first) {
        cursor.bytes = block
        cursor.at = from
        return cursor
      }
      if (joined.length < length) joined = new Uint8Array(length * 2)
      for (let number = first, done = 0; ; from = 0) {
        const most = Math.min(block.length, from + length - done)
        joined.set(from === 0 && most === block.length ? block : block.subarray(from, most), done)
        done += most - from
        if (number === last) break
        number++
        block = cache.get(table, number) ?? fetch(number, last, ahead)
      }
      cursor.bytes = joined
      cursor.at = 0
      return cursor
    },
  }
}
