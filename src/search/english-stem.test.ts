import { stemmer } from '@orama/stemmers/english'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { englishStem } from './english-stem.ts'

const pieces =
  'a e i o u y s t l z w x b d ed ing eed at bl iz s es ies sses ational tional enci anci izer bli alli entli eli ousli ization ' +
  'ation ator alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence ' +
  'er ic able ible ant ement ment ent ou ism ate iti ous ive ize sion tion ion e ll yy str rel hop'

describe('englishStem', () => {
  it('equals the stemmer of the library for words of every ending', () => {
    const word = fc
      .array(fc.constantFrom(...pieces.split(' ')), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join(''))
      .filter((text) => text.length >= 3)
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('abdeiglnorstuyz')),
      minLength: 3,
      maxLength: 9,
    })
    fc.assert(
      fc.property(fc.oneof(word, letters), (text) => {
        // There the library takes the s or t too, so that "connections" and "connected" would not meet.
        fc.pre(!/[st]ion/.test(text))
        expect([text, englishStem(text)]).toEqual([text, stemmer(text)])
      }),
      { numRuns: 20_000, seed: 3 },
    )
  })

  it('keeps words together', () => {
    const words = ['connects', 'connected', 'connecting', 'connection', 'connections']
    expect(words.map(englishStem)).toEqual(Array(5).fill('connect'))
    expect(['decision', 'adoption', 'conditional'].map(englishStem)).toEqual(['decis', 'adopt', 'condit'])
    for (const word of ['relational', 'organization', 'creation', 'predication', 'hesitation'])
      expect(englishStem(word)).toBe(stemmer(word))
  })
})
