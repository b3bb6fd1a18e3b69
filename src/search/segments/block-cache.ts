import { blockOverhead, blockSize } from './block.ts'

/** Where the blocks of one file are in a cache: the number of a slot plus one, 0 for those that are not there. */
export type BlockTable = Int32Array

/** Blocks of files that were read. A view of one is valid until room for the next is asked for. */
export interface BlockCache {
  /** A table for a file of so many blocks. */
  table(blocks: number): BlockTable
  get(table: BlockTable, number: number): Uint8Array | undefined
  /** Room for a sealed block, in the place of one that was not asked for lately; nothing is in it until `put` says so. */
  room(): Uint8Array
  /** Says which block the room that was given last holds, and how long its payload is; returns that. */
  put(table: BlockTable, number: number, length: number): Uint8Array
  /** How many blocks can be put in without another going. */
  readonly spare: number
}

/** Memory is taken piece by piece, so that a short process takes little. */
const slotsPerSlab = 256
/** A block is read with its checksum. */
const slotSize = blockSize + blockOverhead

/**
 * Keeps at most `limit` bytes, in memory that is its own and never given back: pieces that come and go with each query
 * make the engine collect everything every few dozen queries. What is asked for again gets a second chance.
 */
export function createBlockCache(limit: number): BlockCache {
  const most = Math.max(2, Math.floor(limit / slotSize))
  const slots: Uint8Array[] = []
  const payloads: Uint8Array[] = []
  const owners: (BlockTable | undefined)[] = []
  const numbers = new Int32Array(most)
  const lengths = new Int32Array(most)
  const asked = new Uint8Array(most)
  let hand = 0
  let current = 0
  let slab: SharedArrayBuffer | undefined

  function fresh(): number {
    const slot = slots.length
    const inSlab = slot % slotsPerSlab
    // Shared memory is not counted by the engine as something to be collected.
    if (inSlab === 0) slab = new SharedArrayBuffer(Math.min(slotsPerSlab, most - slot) * slotSize)
    slots.push(new Uint8Array(slab!, inSlab * slotSize, slotSize))
    payloads.push(slots[slot]!.subarray(0, blockSize))
    return slot
  }

  function reused(): number {
    while (asked[hand] === 1) {
      asked[hand] = 0
      hand = (hand + 1) % most
    }
    const slot = hand
    hand = (hand + 1) % most
    const owner = owners[slot]
    if (owner !== undefined) owner[numbers[slot]!] = 0
    owners[slot] = undefined
    return slot
  }

  function view(slot: number): Uint8Array {
    const length = lengths[slot]!
    return length === blockSize ? payloads[slot]! : payloads[slot]!.subarray(0, length)
  }

  return {
    get spare() {
      return most - slots.length
    },
    table: (blocks) => new Int32Array(blocks),
    get(table, number) {
      const slot = table[number]! - 1
      if (slot < 0) return undefined
      asked[slot] = 1
      return view(slot)
    },
    room() {
      current = slots.length < most ? fresh() : reused()
      return slots[current]!
    },
    put(table, number, length) {
      owners[current] = table
      numbers[current] = number
      lengths[current] = length
      asked[current] = 0
      table[number] = current + 1
      return view(current)
    },
  }
}
