import { describe, expect, it } from 'vitest'
import { hitAt, ndcgAt, recallAt, reciprocalRank } from './metrics.ts'

const gold = new Set(['b', 'd'])

describe('metrics', () => {
  it('hit looks at the first results only', () => {
    expect([hitAt(['a', 'b'], gold, 1), hitAt(['a', 'b'], gold, 2)]).toEqual([0, 1])
  })

  it('recall counts each wanted result once', () => {
    expect(recallAt(['b', 'b', 'a'], gold, 3)).toBe(0.5)
    expect(recallAt([], new Set(), 3)).toBe(0)
  })

  it('reciprocal rank is one over the first wanted', () => {
    expect([reciprocalRank(['a', 'd', 'b'], gold), reciprocalRank(['a'], gold)]).toEqual([0.5, 0])
  })

  it('ndcg is 1 for the perfect order and discounts by the logarithm of the rank', () => {
    expect(ndcgAt(['d', 'b', 'a'], gold, 10)).toBe(1)
    expect(ndcgAt(['a', 'b'], gold, 10)).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)))
    expect(ndcgAt(['a', 'b', 'd'], new Set(['d']), 2)).toBe(0)
  })
})
