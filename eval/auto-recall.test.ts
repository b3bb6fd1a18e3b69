import { expect, it } from 'vitest'
import { ordinarySentences } from '../src/agent/auto-recall/ordinary-sentences.suite.ts'
import { evaluateRecall } from './auto-recall.ts'
import { sampleData } from './sample-data.ts'
import { openStore } from './store.ts'

it('what comes to mind by itself is seldom wrong, and the right one when it was asked for', () => {
  const ordinary = [...new Set(ordinarySentences)]
  const { explicit, unasked, turns, ...rest } = evaluateRecall(sampleData('samples'), openStore, {
    ordinary,
    turnsEach: 3,
  })
  const share = (part: number, { turns: whole }: { readonly turns: number }): number => part / whole
  expect(share(explicit.first, explicit)).toBeGreaterThanOrEqual(0.8)
  expect(share(unasked.right, unasked)).toBeGreaterThanOrEqual(0.3)
  expect(share(unasked.wrong, unasked)).toBeLessThanOrEqual(0.03)
  expect(share(turns.wrong, turns)).toBeLessThanOrEqual(0.03)
  expect(share(rest.ordinary.wrong, rest.ordinary)).toBeLessThanOrEqual(0.04)
})
