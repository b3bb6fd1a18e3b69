import type { MessageRef, Range, TranscriptEvent } from './event.ts'
import type { Message } from './message.ts'
import { RangeSet } from './range-set.ts'

/** A message as the fold keeps it: in the window while `live`, remembered for ever otherwise. */
export interface Entry {
  readonly ref: MessageRef
  readonly turn: string
  /** ISO 8601 time of its line. */
  readonly at: string
  /** `message` has its own line, `insert` came with an edit or adopt line, `put` is derived. */
  readonly origin: 'message' | 'insert' | 'put'
  /** Its unique id, when it has one. */
  readonly id: string | undefined
  message: Message
  hash: string
  live: boolean
  /** What took it out of the window. */
  gone: 'compacted' | 'rewound' | 'removed' | undefined
  /** The message before a change by hand. */
  original: Message | undefined
  /** Of a put: what it stands for, as listed and as a set, and what of that only it still stands for. */
  readonly of: readonly Range[] | undefined
  readonly stands: RangeSet | undefined
  left: RangeSet | undefined
  previous: Entry | undefined
  next: Entry | undefined
}

/** All entries of a conversation in canonical order, live or not, as a linked list. */
export class EntryList {
  #first: Entry | undefined
  #last: Entry | undefined
  readonly #liveInTurn = new Map<string, number>()

  /**
   * Puts a message where it belongs: behind the last live message of its turn (and the removed ones that follow it,
   * which an undo may bring back); at the end when nothing of its turn is live.
   */
  join(entry: Entry): void {
    if ((this.#liveInTurn.get(entry.turn) ?? 0) === 0) {
      this.insertAfter(this.#last, entry)
      return
    }
    let place = this.#last
    while (place !== undefined && !(place.live && place.turn === entry.turn)) place = place.previous
    while (place?.next !== undefined && !place.next.live && place.next.turn === entry.turn) place = place.next
    this.insertAfter(place, entry)
  }

  append(entry: Entry): void {
    this.insertAfter(this.#last, entry)
  }

  /** Inserts behind `place`, or at the start when there is none. */
  insertAfter(place: Entry | undefined, entry: Entry): void {
    entry.previous = place
    entry.next = place === undefined ? this.#first : place.next
    if (entry.previous === undefined) this.#first = entry
    else entry.previous.next = entry
    if (entry.next === undefined) this.#last = entry
    else entry.next.previous = entry
  }

  setLive(entry: Entry, live: boolean): void {
    if (entry.live === live) return
    entry.live = live
    this.#liveInTurn.set(entry.turn, (this.#liveInTurn.get(entry.turn) ?? 0) + (live ? 1 : -1))
  }

  *[Symbol.iterator](): Generator<Entry, void, undefined> {
    for (let entry = this.#first; entry !== undefined; entry = entry.next) yield entry
  }
}

/** An entry that is not in the window yet. */
export function newEntry(
  origin: Entry['origin'],
  ref: MessageRef,
  { turn, at }: Pick<TranscriptEvent, 'turn' | 'at'>,
  {
    id,
    hash,
    message,
  }: { readonly id?: string | undefined; readonly hash: string; readonly message: Message },
  of?: readonly Range[],
): Entry {
  const stands = of === undefined ? undefined : new RangeSet(of)
  const life = { live: false, gone: undefined, original: undefined, previous: undefined, next: undefined }
  return { origin, ref, turn, at, id, message, hash, of, stands, left: stands, ...life }
}

/** True when one put stands for everything that another stands for. */
export function covers(put: Entry, other: Entry): boolean {
  return put.stands !== undefined && other.stands !== undefined && put.stands.covers(other.stands)
}
