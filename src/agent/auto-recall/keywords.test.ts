import { describe, expect, it } from 'vitest'
import { keywordsOf } from './keywords.ts'

describe('keywordsOf', () => {
  it.each([
    ['Please fix the rate_limiter, it returns 429 for ECONNRESET', ['rate_limiter', 'returns', 'ECONNRESET']],
    ['what do you think?', []],
    ['por favor, mostre um exemplo do código', []],
    ['ajuste o certificado A1 da NF-e', ['ajuste', 'certificado', 'NF-e']],
    ['引っ越し業者', ['引っ越し業者']],
    [
      '2026-03-14T12:00:00.000Z failed: src/auth/token-store.ts',
      ['2026-03-14T12', 'failed', 'src/auth/token-store.ts'],
    ],
    ['tide tide Tide', ['tide']],
  ])('%s', (text, words) => {
    expect(keywordsOf(text)).toEqual(words)
  })

  it('takes what stands twice before, behind what is said now, and twenty at most', () => {
    expect(keywordsOf('the pier', ['high water, high tide', 'water again'])).toEqual([
      'pier',
      'high',
      'water',
    ])
    const many = Array.from({ length: 50 }, (_, at) => `word${at}x`).join(' ')
    expect(keywordsOf(many)).toHaveLength(20)
  })
})
