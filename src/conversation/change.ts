import type { Entry, EntryList } from './entry-list.ts'
import type { RangeSet } from './range-set.ts'

/** What one rewrite did, so that an undo can do exactly the reverse. */
export interface Effect {
  readonly killed: readonly Entry[]
  readonly revived: readonly Entry[]
  readonly narrowed: readonly (readonly [Entry, RangeSet])[]
}

/** Changes entries and remembers what it really changed: killing a dead entry is no change. */
export class Change {
  readonly #killed: Entry[] = []
  readonly #revived: Entry[] = []
  readonly #narrowed: (readonly [Entry, RangeSet])[] = []
  readonly #gone: Entry['gone']
  readonly #order: EntryList

  /** @param gone why the entries that this change kills leave the window */
  constructor(gone: Entry['gone'], order: EntryList) {
    this.#gone = gone
    this.#order = order
  }

  kill(entry: Entry): void {
    if (!entry.live) return
    this.#killed.push(entry)
    this.#order.setLive(entry, false)
    entry.gone = this.#gone
  }

  /** A put that stands for nothing any more stays dead: its originals are in the window again, or were removed. */
  revive(entry: Entry): void {
    if (entry.live || entry.left?.isEmpty === true) return
    this.#revived.push(entry)
    this.#order.setLive(entry, true)
    entry.gone = undefined
  }

  /** Takes away from a put what it no longer has to stand for; it goes when nothing is left. */
  narrow(put: Entry, away: RangeSet): void {
    if (put.left === undefined || !put.left.meets(away)) return
    const left = put.left.minus(away)
    this.#narrowed.push([put, put.left.minus(left)])
    put.left = left
    if (left.isEmpty) this.kill(put)
  }

  reverse(effect: Effect): void {
    for (const [put, away] of effect.narrowed) put.left = put.left?.union(away)
    for (const entry of effect.revived) this.kill(entry)
    for (const entry of effect.killed) this.revive(entry)
  }

  get revived(): readonly Entry[] {
    return this.#revived
  }

  effect(): Effect {
    return { killed: this.#killed, revived: this.#revived, narrowed: this.#narrowed }
  }
}
