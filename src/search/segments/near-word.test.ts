import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../disk/seeded-random.ts'
import { isOneEdit } from '../is-one-edit.ts'
import { nearWord } from './near-word.ts'

describe('nearWord', () => {
  it('lets every term pass that is one slip away, and every beginning of one', () => {
    const random = seededRandom(7)
    const letters = ['a', 'b', 'c', 'é', 'я']
    const make = (alphabet: number): string =>
      Array.from(
        { length: 1 + Math.floor(random() * 6) },
        () => letters[Math.floor(random() * alphabet)],
      ).join('')
    let met = 0
    for (let round = 0; round < 30_000; round++) {
      const alphabet = random() < 0.7 ? 3 : 5
      const [word, term] = [make(alphabet), make(alphabet)]
      if (!isOneEdit(word, term)) continue
      met++
      const near = nearWord(Buffer.from(word))
      const bytes = Buffer.from(term)
      expect([word, term, near.isNear(bytes, bytes.length)]).toEqual([word, term, true])
      for (let end = 0; end <= bytes.length; end++)
        expect([word, term, end, near.mayBegin(bytes.subarray(0, end))]).toEqual([word, term, end, true])
    }
    expect(met).toBeGreaterThan(500)
  })

  it('stops what is farther away', () => {
    const near = nearWord(Buffer.from('character'))
    const isNear = (term: string): boolean => near.isNear(Buffer.from(term), Buffer.byteLength(term))
    expect(['charater', 'characters', 'chair', 'charmer', 'collector'].filter(isNear)).toEqual([
      'charater',
      'characters',
    ])
    expect(
      ['cha', 'cah', 'cxar', 'cou', 'crea'].filter((beginning) => near.mayBegin(Buffer.from(beginning))),
    ).toEqual(['cha', 'cah', 'cxar'])
  })
})
