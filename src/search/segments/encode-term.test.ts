import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyTerm } from './copy-term.ts'
import type { TermStreams } from './encode-term.ts'
import { createTermStreams, encodeTerm, partSlotsOf } from './encode-term.ts'
import { createEntryColumns, decodeEntries, decodeMessages } from './postings.ts'
import type { TermWalk } from './walk-terms.ts'

/** Three messages a part, each slot with how often it says the term; 0 where it does not. */
const counts = fc.array(fc.constantFrom(0, 0, 0, 1, 1, 2, 300), { minLength: 4, maxLength: 48 })

function encoded(all: readonly number[]): { streams: TermStreams; parts: number } {
  const parts = Math.ceil(all.length / 4)
  const slots = all.flatMap((count, slot) => (count > 0 ? [slot] : []))
  const frequencies = Uint32Array.from(slots, (slot) => all[slot] ?? 0)
  const streams = createTermStreams()
  const starts = Array.from({ length: parts + 1 }, (_, part) => part * 4)
  encodeTerm(streams, partSlotsOf(starts), Uint32Array.from(slots), frequencies, 0, slots.length)
  return { streams, parts }
}

/** What the streams say, as counts by slot. */
function decoded({ sessions, sessionBytes, messages, entries }: TermStreams, parts: number): number[] {
  const columns = createEntryColumns(entries)
  decodeEntries({ bytes: sessions, at: 0 }, sessionBytes, entries, parts, undefined, columns, 0)
  const all = Array<number>(parts * 4).fill(0)
  for (let i = 0; i < entries; i++) {
    const first = columns.parts[i]! * 4
    all[first] = columns.titles[i]!
    if (columns.inline[i] === 1) all[first + 1 + columns.places[i]!] = 1
    else {
      const held = decodeMessages(
        { bytes: messages, at: columns.places[i]! },
        messages.length - columns.places[i]!,
        columns.messages[i]!,
        3,
      )
      for (const [k, ordinal] of held.ordinals.entries()) all[first + 1 + ordinal] = held.frequencies[k]!
    }
  }
  return all
}

function walkOf({ entries, sessionBytes, messageBytes, isSingle, part, ordinal }: TermStreams): TermWalk {
  const place = { entries, sessionBytes, messageBytes, isSingle, part, ordinal, offset: 0 }
  return { ...place, next: () => false, term: new Uint8Array(), length: 0, key: 0 }
}

describe('streams of a term', () => {
  it('say what was put in, and the same when they are copied without some parts', () => {
    fc.assert(
      fc.property(counts, fc.infiniteStream(fc.boolean()), (given, dice) => {
        const all = [...given, ...Array<number>((4 - (given.length % 4)) % 4).fill(0)]
        const { streams, parts } = encoded(all)
        expect(decoded(streams, parts)).toEqual(all)
        expect(streams.isSingle).toBe(
          all.filter((count) => count > 0).join() === '1' && all.indexOf(1) % 4 > 0,
        )
        const kept = Array.from({ length: parts }, () => dice.next().value)
        let next = 0
        const targets = Int32Array.from(kept, (isKept) => (isKept ? next++ : -1))
        const postings = Buffer.concat([
          streams.sessions.subarray(0, streams.sessionBytes),
          streams.messages.subarray(0, streams.messageBytes),
        ])
        const copy = createTermStreams()
        copyTerm(copy, walkOf(streams), postings, targets)
        expect(decoded(copy, next)).toEqual(all.filter((_, slot) => kept[Math.floor(slot / 4)]))
      }),
      { numRuns: 300, seed: 11 },
    )
  })

  it('are not copied from postings that end too early', () => {
    const { streams } = encoded([0, 2, 2, 2])
    expect(() => copyTerm(createTermStreams(), walkOf(streams), new Uint8Array(2), Int32Array.of(0))).toThrow(
      RangeError,
    )
  })
})
