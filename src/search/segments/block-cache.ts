/** Payloads of blocks that were read, by a number that is unique over all files. */
export interface BlockCache {
  get(key: number): Uint8Array | undefined
  set(key: number, payload: Uint8Array): void
  /** Numbers for `count` blocks of one more file: its block `i` has the key `result + i`. */
  reserve(count: number): number
}

/**
 * Keeps at most `limit` bytes, in two generations: what was not asked for while the younger one filled up is forgotten.
 */
export function createBlockCache(limit: number): BlockCache {
  let young = new Map<number, Uint8Array>()
  let old = new Map<number, Uint8Array>()
  let bytes = 0
  let next = 0
  const cache: BlockCache = {
    get(key) {
      const found = young.get(key)
      if (found !== undefined) return found
      const aged = old.get(key)
      if (aged !== undefined) cache.set(key, aged)
      return aged
    },
    set(key, payload) {
      if (bytes + payload.length > limit / 2) {
        old = young
        young = new Map()
        bytes = 0
      }
      young.set(key, payload)
      bytes += payload.length
    },
    reserve(count) {
      const first = next
      next += count
      return first
    },
  }
  return cache
}
