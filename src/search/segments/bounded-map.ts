/** A map that keeps so much and no more. */
export interface BoundedMap<K, V> {
  get(key: K): V | undefined
  has(key: K): boolean
  set(key: K, value: V, weight: number): void
}

/** Forgets everything when what it keeps weighs more than `limit`. */
export function boundedMap<K, V>(limit: number): BoundedMap<K, V> {
  let map = new Map<K, V>()
  let weight = 0
  return {
    get: (key) => map.get(key),
    has: (key) => map.has(key),
    set(key, value, more) {
      if (weight + more > limit) {
        map = new Map()
        weight = 0
      }
      map.set(key, value)
      weight += more
    },
  }
}
