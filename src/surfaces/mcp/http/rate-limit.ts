interface Bucket {
  tokens: number
  at: number
}

/** Bounds how often each of many may do something: so many a second, with bursts of so many at once. */
export class RateLimit {
  readonly #perSecond: number
  readonly #burst: number
  readonly #now: () => number
  readonly #mostKeys: number
  /** The least recently used first. */
  readonly #buckets = new Map<string, Bucket>()

  /** @param options.perSecond 0 means no bound */
  constructor(options: {
    readonly perSecond: number
    readonly burst: number
    /** Milliseconds; never goes back. */
    readonly now: () => number
    /** How many are remembered. Whoever is forgotten begins anew. */
    readonly mostKeys?: number
  }) {
    this.#perSecond = options.perSecond
    this.#burst = options.burst
    this.#now = options.now
    this.#mostKeys = options.mostKeys ?? 10_000
  }

  get size(): number {
    return this.#buckets.size
  }

  /** How many seconds to wait before `cost` may be taken; 0 when that is now. Nothing is taken. */
  wait(key: string, cost = 1): number {
    if (this.#perSecond === 0) return 0
    const missing = Math.min(cost, this.#burst) - this.#bucket(key).tokens
    return missing <= 0 ? 0 : Math.ceil(missing / this.#perSecond)
  }

  /** Takes `cost`; what is more than a burst counts as a burst. */
  take(key: string, cost = 1): void {
    if (this.#perSecond > 0) this.#bucket(key).tokens -= Math.min(cost, this.#burst)
  }

  #bucket(key: string): Bucket {
    const now = this.#now()
    const bucket = this.#buckets.get(key) ?? { tokens: this.#burst, at: now }
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond)
    bucket.at = now
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > this.#mostKeys && oldest !== undefined) this.#buckets.delete(oldest)
    return bucket
  }
}
