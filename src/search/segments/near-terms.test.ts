import { expect, it } from 'vitest'
import { seededRandom } from '../../disk/seeded-random.ts'
import { isOneEdit } from '../is-one-edit.ts'
import { makeRecord } from '../make-record.suite.ts'
import { mendWord } from '../mend-word.ts'
import type { SearchIndex } from '../search-index.ts'
import { createBlockCache } from './block-cache.ts'
import { memorySource } from './byte-source.ts'
import { segmentBuilders } from './segment-builder.ts'
import { segmentIndex } from './segment-index.ts'
import { openSegment } from './segment-reader.ts'

/** Words over few letters, so that many are near each other; enough of them for many blocks of a dictionary. */
function randomWord(random: () => number): string {
  const letters = random() < 0.9 ? 'abcd' : 'abéя'
  const length = 5 + Math.floor(random() * 4)
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('')
}

it('finds every term near a word that a look at all terms finds', () => {
  const random = seededRandom(11)
  const build = segmentBuilders(0)
  const segments = Array.from({ length: 2 }, (_, number) => {
    const builder = build()
    for (let i = 0; i < 20; i++) {
      const text = Array.from({ length: 200 }, () => randomWord(random) + (random() < 0.3 ? 's' : '')).join(
        ' ',
      )
      builder.add(makeRecord(`s${number}-${i}`, [text]))
    }
    const { name, bytes } = builder.finish()
    return { reader: openSegment(name, memorySource(bytes), createBlockCache(2 ** 20)), deleted: [] }
  })
  const index = segmentIndex(segments, () => '')
  const slow: SearchIndex = { ...index }
  delete slow.near
  let mended = 0
  for (let round = 0; round < 40; round++) {
    const word = randomWord(random)
    for (const marker of ['', '=']) {
      const isNear = (term: string): boolean => isOneEdit(marker + word, term)
      const all = [...(index.terms?.(marker + word.charAt(0)) ?? [])].filter(isNear)
      expect([...(index.near?.(marker, word) ?? [])].filter(isNear).sort()).toEqual(all.sort())
    }
    expect(mendWord(index, word)).toBe(mendWord(slow, word))
    if (mendWord(index, word) !== undefined) mended++
  }
  expect(mended).toBeGreaterThan(10)
})
