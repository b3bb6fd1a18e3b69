/** A table from ASCII words, as bytes, to numbers, without making a string for each look-up. */
export interface WordTable {
  /**
   * Writes for each of `count` words `view[from .. to)` of a kind its number to `numbers`, or −1 when it is not in the
   * table yet. Up to seven bytes behind a word are read too, whatever they are.
   */
  find(view: DataView, words: WordBatch, count: number, kind: number): void
  /** Number of one word, or −1. */
  findOne(view: DataView, from: number, to: number, kind: number): number
  /** Puts in a word that is not in the table; returns its number, one more than the last one's. */
  add(view: DataView, from: number, to: number, kind: number): number
  readonly size: number
  /** Forgets everything; numbers begin at 0 again. */
  clear(): void
}

/** Words that are looked for together: one after the other each would wait for the memory. */
export interface WordBatch {
  readonly from: Int32Array
  readonly to: Int32Array
  readonly numbers: Int32Array
}

/** Kinds are less than this. */
const kinds = 64
/**
 * Numbers of a slot: the number of the word plus one, length and kind in one, the first eight bytes as two. All that a
 * look needs is together, since each jump to another place in memory costs as much as all the rest.
 */
const width = 4
/** What of the last four bytes read belongs to a word with so many bytes more than a multiple of four. */
const masks = Int32Array.of(-1, 0xff, 0xffff, 0xff_ffff)
/** What of the first four bytes, and of the second four, belongs to a word of so many bytes, up to 8. */
const firstMasks = Int32Array.of(0, 0xff, 0xffff, 0xff_ffff, -1, -1, -1, -1, -1)
const secondMasks = Int32Array.of(0, 0, 0, 0, 0, 0xff, 0xffff, 0xff_ffff, -1)

/** Open addressing, at most half full. Four bytes are looked at as one number. */
export function createWordTable(): WordTable {
  let capacity = 2048
  let slots = new Int32Array(width * capacity)
  // Hash of each word, and where what follows its first eight bytes begins in the pool.
  let hashes = new Int32Array(capacity)
  let rests = new Int32Array(capacity)
  let pool = new Int32Array(capacity)
  let poolEnd = 0
  let size = 0

  function isRest(number: number, view: DataView, from: number, to: number): boolean {
    let i = rests[number]!
    for (let at = from; at < to; at += 4) if (fourBytes(view, at, to) !== pool[i++]) return false
    return true
  }

  function grow(): void {
    const [before, end] = [slots, width * capacity]
    capacity *= 2
    slots = new Int32Array(width * capacity)
    hashes = grown(hashes, capacity)
    rests = grown(rests, capacity)
    for (let at = 0; at < end; at += width) {
      if (before[at] === 0) continue
      const to = emptySlot(hashes[before[at]! - 1]!)
      for (let i = 0; i < width; i++) slots[to + i] = before[at + i]!
    }
  }

  function emptySlot(hash: number): number {
    const mask = capacity - 1
    let slot = hash & mask
    while (slots[slot * width] !== 0) slot = (slot + 1) & mask
    return slot * width
  }

  // What the words of a batch begin with, kept from the first loop of a search to the second.
  let firsts = new Int32Array(0)
  let seconds = new Int32Array(0)

  function lookUp(
    view: DataView,
    from: number,
    to: number,
    kind: number,
    hash: number,
    first: number,
    second: number,
  ): number {
    const length = to - from
    const shape = length * kinds + kind
    const mask = capacity - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const at = slot * width
      const number = slots[at]! - 1
      if (number < 0) return -1
      if (
        slots[at + 1] === shape &&
        slots[at + 2] === first &&
        slots[at + 3] === second &&
        (length <= 8 || isRest(number, view, from + 8, to))
      )
        return number
    }
  }

  return {
    get size() {
      return size
    },
    find(view, { from, to, numbers }, count, kind) {
      if (count > firsts.length) {
        firsts = new Int32Array(count)
        seconds = new Int32Array(count)
      }
      // Two loops: the looks of the second do not depend on each other, so a processor has several under way.
      for (let i = 0; i < count; i++) {
        const start = from[i]!
        const end = to[i]!
        const first = firstFour(view, start, end)
        const second = secondFour(view, start, end)
        firsts[i] = first
        seconds[i] = second
        numbers[i] = hashOf(view, start, end, kind, first, second)
      }
      for (let i = 0; i < count; i++)
        numbers[i] = lookUp(view, from[i]!, to[i]!, kind, numbers[i]!, firsts[i]!, seconds[i]!)
    },
    findOne(view, from, to, kind) {
      const first = firstFour(view, from, to)
      const second = secondFour(view, from, to)
      return lookUp(view, from, to, kind, hashOf(view, from, to, kind, first, second), first, second)
    },
    add(view, from, to, kind) {
      if (size * 2 >= capacity) grow()
      const length = to - from
      if (poolEnd + length > pool.length) pool = grown(pool, pool.length * 2 + length)
      const first = firstFour(view, from, to)
      const second = secondFour(view, from, to)
      const hash = hashOf(view, from, to, kind, first, second)
      const at = emptySlot(hash)
      slots[at] = size + 1
      slots[at + 1] = length * kinds + kind
      slots[at + 2] = first
      slots[at + 3] = second
      hashes[size] = hash
      rests[size] = poolEnd
      for (let place = from + 8; place < to; place += 4) pool[poolEnd++] = fourBytes(view, place, to)
      return size++
    },
    clear() {
      slots.fill(0)
      poolEnd = 0
      size = 0
    },
  }
}

function firstFour(view: DataView, from: number, to: number): number {
  return view.getInt32(from, true) & firstMasks[Math.min(to - from, 8)]!
}

function secondFour(view: DataView, from: number, to: number): number {
  return view.getInt32(from + 4, true) & secondMasks[Math.min(to - from, 8)]!
}

/** Up to four bytes as one number; there is at least one. */
function fourBytes(view: DataView, at: number, to: number): number {
  const four = view.getInt32(at, true)
  return to - at >= 4 ? four : four & masks[to - at]!
}

/** Mixes by multiplying with the golden ratio of 2^32, as in Knuth's multiplicative hashing. */
function hashOf(
  view: DataView,
  from: number,
  to: number,
  kind: number,
  first: number,
  second: number,
): number {
  let hash = Math.imul(kind ^ first, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 15) ^ second, 0x9e3779b1)
  hash ^= hash >>> 15
  for (let at = from + 8; at < to; at += 4) {
    hash = Math.imul(hash ^ fourBytes(view, at, to), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash ^ (hash >>> 13)
}

function grown(from: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(length)
  to.set(from)
  return to
}
