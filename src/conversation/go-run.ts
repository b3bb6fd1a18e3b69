import type { Entry, EntryList } from './entry-list.ts'

/**
 * Recognises messages that the Go program wrote into a transcript a second time. That program knows no line names: when
 * it opens a conversation it appends the whole history again, so a run of its lines that repeats messages which stand
 * together here, by hash, is those messages. Once a run departs from them, the rest of it is new.
 */
export class GoRun {
  #next: Entry | undefined
  #state: 'fresh' | 'repeating' | 'new' = 'fresh'

  /** A line of this program ends a run. */
  interrupt(): void {
    this.#state = 'fresh'
    this.#next = undefined
  }

  /** True when the line with this hash repeats a message; false when it says something new. */
  isKnown(hash: string, order: EntryList): boolean {
    if (this.#state === 'fresh') this.#next = first(order, (entry) => entry.hash === hash)
    const known = this.#state !== 'new' && this.#next?.hash === hash
    this.#state = known ? 'repeating' : 'new'
    this.#next = known ? nextLive(this.#next) : undefined
    return known
  }
}

function first(order: EntryList, matches: (entry: Entry) => boolean): Entry | undefined {
  for (const entry of order) if (entry.live && matches(entry)) return entry
  return undefined
}

function nextLive(entry: Entry | undefined): Entry | undefined {
  let next = entry?.next
  while (next !== undefined && !next.live) next = next.next
  return next
}
