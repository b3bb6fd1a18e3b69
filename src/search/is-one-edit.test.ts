import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOneEdit } from './is-one-edit.ts'

/** Everything one slip away, over the letters a and b. */
function slips(word: string): Set<string> {
  const found = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    for (const letter of 'ab') found.add(before + letter + after).add(before + letter + after.slice(1))
    found.add(before + after.slice(1))
    if (after.length > 1) found.add(before + after.charAt(1) + after.charAt(0) + after.slice(2))
  }
  found.delete(word)
  return found
}

describe('isOneEdit', () => {
  it('is true for exactly the words one slip away', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 })
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(isOneEdit(a, b)).toBe(slips(a).has(b))
      }),
      { numRuns: 2000, seed: 17 },
    )
  })
})
