import type { Entry } from './entry-list.ts'
import type { LineRef, MessageRef, Range } from './event.ts'
import { RangeSet, rangeOf } from './range-set.ts'

/** Finds the messages that lines carry, by name. */
export class LineIndex {
  readonly #seen: RangeSet
  readonly #entries = new Map<string, Map<number, readonly Entry[]>>()
  readonly #ends = new Map<string, number>()

  constructor(seen: readonly Range[] = []) {
    this.#seen = new RangeSet(seen)
    for (const [w, , to] of seen) this.#raiseEnd(w, to)
  }

  /** Every line that was noted. */
  get seen(): RangeSet {
    return this.#seen
  }

  /** Notes a line; false when it was noted before. */
  note(ref: LineRef): boolean {
    if (this.#seen.has(ref)) return false
    this.#seen.add(rangeOf(ref))
    this.#raiseEnd(...ref)
    return true
  }

  keep([w, n]: LineRef, carried: readonly Entry[]): void {
    const lines = this.#entries.get(w) ?? new Map<number, readonly Entry[]>()
    this.#entries.set(w, lines.set(n, carried))
  }

  entry(ref: MessageRef): Entry | undefined {
    const [w, n, k = 0] = ref
    const entry = this.#entries.get(w)?.get(n)?.[k]
    return entry?.ref.length === ref.length ? entry : undefined
  }

  carriedBy([w, n]: LineRef): readonly Entry[] {
    return this.#entries.get(w)?.get(n) ?? []
  }

  /** The entries that ranges name, in the order of the ranges; undefined for each line of them that has no entry. */
  *named(ranges: readonly Range[]): Generator<Entry | undefined, void, undefined> {
    for (const range of ranges) {
      const [w, from, to] = range
      if (range.length === 4) {
        yield this.entry([w, from, range[3]])
        continue
      }
      const lines = this.#entries.get(w)
      // A hostile range may end anywhere; lines beyond the writer's last one do not exist.
      const last = Math.min(to, this.#ends.get(w) ?? -1)
      for (let n = from; n <= last; n++) {
        const entry = lines?.get(n)?.[0]
        yield entry?.ref.length === 2 ? entry : undefined
      }
    }
  }

  /** The next message the same writer wrote after a place where nothing can be read. */
  following([w, n]: Range): Entry | undefined {
    const later = [...(this.#entries.get(w) ?? [])].filter(
      ([other, carried]) => other > n && carried.length > 0,
    )
    return later.sort(([a], [b]) => a - b)[0]?.[1][0]
  }

  #raiseEnd(w: string, n: number): void {
    this.#ends.set(w, Math.max(this.#ends.get(w) ?? -1, n))
  }
}
