import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTermOrder } from './term-order.ts'

describe('createTermOrder', () => {
  it('sorts by bytes what is there, and what comes later among it', () => {
    const term = fc.string({ unit: fc.constantFrom('a', 'b', '=', 'é', '缓', '😀', '\u0000'), maxLength: 9 })
    fc.assert(
      fc.property(fc.uniqueArray(term, { maxLength: 60 }), fc.nat(60), (all, cut) => {
        const terms = all.slice(0, cut)
        const order = createTermOrder(terms)
        const expected = (): number[] =>
          terms
            .map((_, i) => i)
            .sort((a, b) => Buffer.compare(Buffer.from(terms[a]!), Buffer.from(terms[b]!)))
        expect([...order.sorted()]).toEqual(expected())
        terms.push(...all.slice(cut))
        expect([...order.sorted()]).toEqual(expected())
        for (const [number, text] of terms.entries())
          expect(Buffer.from(order.bytes(number)).toString()).toBe(text)
      }),
      { numRuns: 200, seed: 5 },
    )
  })
})
