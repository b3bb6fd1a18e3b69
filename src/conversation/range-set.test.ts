import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MessageRef, Range } from './event.ts'
import { RangeSet, rangesOf, refKey } from './range-set.ts'

const ref: fc.Arbitrary<MessageRef> = fc.oneof(
  fc.tuple(fc.constantFrom('a', 'b'), fc.nat(12)),
  fc.tuple(fc.constantFrom('a', 'b'), fc.nat(4), fc.nat(2)),
)
const everything: MessageRef[] = ['a', 'b'].flatMap((w) => [
  ...Array.from({ length: 13 }, (_, n): MessageRef => [w, n]),
  ...Array.from({ length: 15 }, (_, i): MessageRef => [w, Math.floor(i / 3), i % 3]),
])

function keysOf(set: RangeSet): string[] {
  return everything.filter((ref) => set.has(ref)).map(refKey)
}

describe('a set of ranges', () => {
  it('holds what its ranges name, and says so in ranges again', () => {
    fc.assert(
      fc.property(fc.array(ref), (refs) => {
        const set = new RangeSet(rangesOf(refs))
        const expected = everything.map(refKey).filter((key) => refs.some((ref) => refKey(ref) === key))
        expect(keysOf(set)).toEqual(expected)
        expect(keysOf(new RangeSet(set.ranges()))).toEqual(expected)
        expect(set.size).toBe(expected.length)
        expect(set.isEmpty).toBe(expected.length === 0)
      }),
    )
  })

  it('subtracts, joins and covers like a plain set', () => {
    fc.assert(
      fc.property(fc.array(ref), fc.array(ref), (left, right) => {
        const a = new RangeSet(rangesOf(left))
        const b = new RangeSet(rangesOf(right))
        const inA = keysOf(a)
        const inB = new Set(keysOf(b))
        expect(keysOf(a.minus(b))).toEqual(inA.filter((key) => !inB.has(key)))
        expect(new Set(keysOf(a.union(b)))).toEqual(new Set([...inA, ...inB]))
        expect(b.covers(a)).toBe(inA.every((key) => inB.has(key)))
      }),
    )
  })

  it('keeps the order of references when it makes ranges', () => {
    const refs: MessageRef[] = [
      ['a', 4],
      ['a', 5],
      ['b', 1],
      ['a', 6],
      ['a', 2, 0],
    ]
    const ranges: Range[] = [
      ['a', 4, 5],
      ['b', 1, 1],
      ['a', 6, 6],
      ['a', 2, 2, 0],
    ]
    expect(rangesOf(refs)).toEqual(ranges)
  })
})
