/** A table from runs of text to numbers, without making a string for each look-up. */
export interface RunTable {
  /** Number of the run `source[from .. to)` of a kind, or −1 when it is not in the table yet. */
  find(source: string, from: number, to: number, kind: number): number
  /** Puts in a run that is not in the table; returns its number, one more than the last one's. */
  add(source: string, from: number, to: number, kind: number): number
  readonly size: number
  /** Forgets everything; numbers begin at 0 again. */
  clear(): void
}

/** Kinds are less than this. */
const kinds = 64

/** Numbers of a slot: the number of the run plus one, hash, length and kind in one, where its characters begin. */
const width = 4

/** Open addressing over a pool of characters, at most half full. */
export function createRunTable(): RunTable {
  let capacity = 2048
  let slots = new Int32Array(width * capacity)
  let pool = new Uint16Array(8 * 1024)
  let poolEnd = 0
  let size = 0

  function equals(start: number, source: string, from: number, to: number): boolean {
    for (let at = from, i = start; at < to; at++, i++) if (source.charCodeAt(at) !== pool[i]) return false
    return true
  }

  function emptySlot(hash: number): number {
    const mask = capacity - 1
    let slot = hash & mask
    while (slots[slot * width] !== 0) slot = (slot + 1) & mask
    return slot * width
  }

  function grow(): void {
    const before = slots
    capacity *= 2
    slots = new Int32Array(width * capacity)
    for (let at = 0; at < before.length; at += width) {
      if (before[at] === 0) continue
      const to = emptySlot(before[at + 1]!)
      for (let i = 0; i < width; i++) slots[to + i] = before[at + i]!
    }
  }

  return {
    get size() {
      return size
    },
    find(source, from, to, kind) {
      const hash = hashOf(source, from, to, kind)
      const shape = (to - from) * kinds + kind
      const mask = capacity - 1
      for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
        const at = slot * width
        const number = slots[at]! - 1
        if (number < 0) return -1
        if (slots[at + 1] === hash && slots[at + 2] === shape && equals(slots[at + 3]!, source, from, to))
          return number
      }
    },
    add(source, from, to, kind) {
      if (size * 2 >= capacity) grow()
      const length = to - from
      if (poolEnd + length > pool.length) {
        const more = new Uint16Array(pool.length * 2 + length)
        more.set(pool)
        pool = more
      }
      const hash = hashOf(source, from, to, kind)
      const at = emptySlot(hash)
      slots[at] = size + 1
      slots[at + 1] = hash
      slots[at + 2] = length * kinds + kind
      slots[at + 3] = poolEnd
      for (let place = from; place < to; place++) pool[poolEnd++] = source.charCodeAt(place)
      return size++
    },
    clear() {
      slots.fill(0)
      poolEnd = 0
      size = 0
    },
  }
}

/** FNV-1a over UTF-16 code units. */
function hashOf(source: string, from: number, to: number, kind: number): number {
  let hash = kind
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ source.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}
