/** A map that keeps so much and no more. */
export interface BoundedMap<K, V> {
  get(key: K): V | undefined
  has(key: K): boolean
  set(key: K, value: V, weight: number): void
}

/** Forgets everything when what it keeps weighs more than `limit`. */
export function boundedMap<K, V>(limit: number): BoundedMap<K, V> {
  return new Bounded(limit)
}

/** A class, because each answer makes some: the engine keeps what functions in a literal refer to for much longer. */
class Bounded<K, V> implements BoundedMap<K, V> {
  readonly #limit: number
  #map = new Map<K, V>()
  #weight = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: K): V | undefined {
    return this.#map.get(key)
  }

  has(key: K): boolean {
    return this.#map.has(key)
  }

  set(key: K, value: V, weight: number): void {
    if (this.#weight + weight > this.#limit) {
      this.#map = new Map()
      this.#weight = 0
    }
    this.#map.set(key, value)
    this.#weight += weight
  }
}
