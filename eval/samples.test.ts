import { describe, expect, it } from 'vitest'
import type { Evaluation } from './evaluate.ts'
import { evaluate } from './evaluate.ts'
import { sampleData } from './sample-data.ts'
import { openStore } from './store.ts'

describe('the sample conversations', () => {
  let evaluation: Evaluation | undefined
  const kinds = (): Evaluation['kinds'] => (evaluation ??= evaluate(sampleData('samples'), openStore)).kinds

  it.each([
    ['question', 85],
    ['keywords', 97],
    ['identifier', 97],
    ['dated', 90],
    ['typo', 88],
    ['portuguese', 95],
    ['spanish', 95],
    ['japanese', 95],
    ['chinese', 95],
    ['mixed', 95],
  ])('%s: the best answer is right for at least %d %%', (kind, floor) => {
    expect(kinds()[kind]?.hit1).toBeGreaterThanOrEqual(floor)
    expect(kinds()[kind]?.zero).toBe(0)
  })

  it('questions nobody answered get no answer, at least 90 % of them', () => {
    expect(kinds()['no-answer']?.zero).toBeGreaterThanOrEqual(90)
  })

  it('the page of an answer shows what was asked for', () => {
    for (const kind of ['question', 'identifier', 'dated', 'portuguese'])
      expect(kinds()[kind]?.pageHit, kind).toBeGreaterThanOrEqual(88)
  })
})
