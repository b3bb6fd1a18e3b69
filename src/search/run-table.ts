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

/** Open addressing over a pool of characters, at most half full. */
export function createRunTable(): RunTable {
  let slots = new Int32Array(2048)
  // Per run: hash, where its characters begin in the pool, and length and kind in one number.
  let entries = new Int32Array(3 * 1024)
  let pool = new Uint16Array(8 * 1024)
  let poolEnd = 0
  let size = 0

  function equals(entry: number, source: string, from: number, to: number): boolean {
    const start = entries[entry * 3 + 1] ?? 0
    for (let at = from, i = start; at < to; at++, i++) if (source.charCodeAt(at) !== pool[i]) return false
    return true
  }

  function place(entry: number, hash: number): void {
    let slot = hash & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = entry + 1
  }

  function grow(): void {
    slots = new Int32Array(slots.length * 2)
    const more = new Int32Array(entries.length * 2)
    more.set(entries)
    entries = more
    for (let entry = 0; entry < size; entry++) place(entry, entries[entry * 3] ?? 0)
  }

  return {
    get size() {
      return size
    },
    find(source, from, to, kind) {
      const hash = hashOf(source, from, to, kind)
      const shape = (to - from) * kinds + kind
      const mask = slots.length - 1
      for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
        const entry = (slots[slot] ?? 0) - 1
        if (entry < 0) return -1
        const at = entry * 3
        if (entries[at] === hash && entries[at + 2] === shape && equals(entry, source, from, to)) return entry
      }
    },
    add(source, from, to, kind) {
      if (size * 2 >= slots.length) grow()
      const length = to - from
      if (poolEnd + length > pool.length) {
        const more = new Uint16Array(pool.length * 2 + length)
        more.set(pool)
        pool = more
      }
      const hash = hashOf(source, from, to, kind)
      entries.set([hash, poolEnd, length * kinds + kind], size * 3)
      for (let at = from; at < to; at++) pool[poolEnd++] = source.charCodeAt(at)
      place(size, hash)
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
