import type { Change } from './change.ts'
import { type Entry, type EntryList, covers, newEntry } from './entry-list.ts'
import type { LineRef, MessageRef, Put, Range } from './event.ts'
import type { LineIndex } from './line-index.ts'
import { messageHash } from './message-hash.ts'
import { RangeSet, refKey } from './range-set.ts'

/**
 * The derived messages of a conversation: summaries, stubs, trimmed copies. A put is taken only if something it stands
 * for was live; it takes the place of the live puts it covers, and goes when nothing is left for it to stand for.
 */
export class Puts {
  readonly #all = new Set<Entry>()
  readonly #lines: LineIndex
  readonly #order: EntryList
  readonly #isWhole: boolean
  #lacksAnchor = false

  /** @param isWhole false when lines from before a snapshot may be missing from `lines` */
  constructor(lines: LineIndex, order: EntryList, isWhole: boolean) {
    this.#lines = lines
    this.#order = order
    this.#isWhole = isWhole
  }

  /** True when a put belongs at a place, or stands for messages, that the snapshot did not hold. */
  get lacksAnchor(): boolean {
    return this.#lacksAnchor
  }

  /** Takes in a put that is in its place already. */
  add(entry: Entry): void {
    this.#all.add(entry)
  }

  /** Ranges with what derived messages among them still stand for, before each, but not what comes back. */
  whole(ranges: readonly Range[], restores: readonly Range[]): readonly Range[] {
    if (!ranges.some(({ length }) => length === 4)) return ranges
    const back = new RangeSet(restores)
    return ranges.flatMap((range) => {
      const put = range.length === 4 ? this.#lines.entry(startOf(range)) : undefined
      // What it stood for is known to a fold from the first line only.
      if (range.length === 4 && put === undefined && !this.#isWhole) this.#lacksAnchor = true
      if (put?.left === undefined) return [range]
      const left = back.isEmpty ? put.left : put.left.minus(back)
      // As listed while nothing of it came back: the first of them says where what replaces it belongs.
      return [...(left.size === put.stands?.size ? (put.of ?? []) : left.ranges()), range]
    })
  }

  /** To be asked before anything of the same rewrite is removed. */
  isWanted(put: Put): boolean {
    // Of a long conversation the messages are many and long gone, and what was derived of them is few.
    for (const isDerived of [true, false]) {
      const ranges = put.of.filter(({ length }) => (length === 4) === isDerived)
      for (const entry of this.#lines.named(ranges)) if (entry?.live) return true
    }
    // What was never seen here counts as live, so that damage to the originals does not take their summary too.
    return put.of.some(([w, from, to]) => !this.#lines.seen.covers(new RangeSet([[w, from, to]])))
  }

  /** Makes the k-th put of a line and puts it in its place; it becomes live only when it is wanted. */
  place(put: Put, k: number, line: LinePlace, isWanted: boolean, change: Change): Entry {
    const anchor = this.#anchor(put.of)
    const ref: MessageRef = [line.w, line.n, k]
    const at = { at: line.at, turn: anchor?.turn ?? line.turn }
    const said = { id: put.message.id, hash: messageHash(put.message), message: put.message }
    const entry = newEntry('put', ref, at, said, put.of)
    if (anchor === undefined) this.#order.append(entry)
    // Puts that begin with the same message stand before it in the order they came.
    else this.#order.insertAfter(anchor.origin === 'put' ? anchor : anchor.previous, entry)
    if (isWanted) {
      for (const other of this.#all) if (other.live && covers(entry, other)) change.kill(other)
      change.revive(entry)
    }
    this.#all.add(entry)
    return entry
  }

  /** Tells every put that these messages are gone, or in the window again: it need not stand for them any more. */
  narrow(away: RangeSet, change: Change): void {
    if (!away.isEmpty) for (const put of this.#all) change.narrow(put, away)
  }

  /** The first message a put stands for, or the last put that begins with the same message: its place is there. */
  #anchor(of: readonly Range[]): Entry | undefined {
    const first = of[0]
    if (this.#isWhole) {
      for (const entry of this.#lines.named(of)) if (entry !== undefined) return entry
      return first && this.#lines.following(first)
    }
    const entry = first === undefined ? undefined : this.#lines.entry(startOf(first))
    if (entry !== undefined) return entry
    const same = [...this.#all].findLast((put) => put.live && isSameStart(put.of?.[0], first))
    // What was inserted behind that put may or may not stand before the message itself.
    if (same === undefined || same.next?.origin === 'insert') this.#lacksAnchor = true
    return same
  }
}

interface LinePlace {
  readonly w: LineRef[0]
  readonly n: LineRef[1]
  readonly at: string
  readonly turn: string
}

function startOf(range: Range): MessageRef {
  return range.length === 4 ? [range[0], range[1], range[3]] : [range[0], range[1]]
}

function isSameStart(a: Range | undefined, b: Range | undefined): boolean {
  return a !== undefined && b !== undefined && refKey(startOf(a)) === refKey(startOf(b))
}
