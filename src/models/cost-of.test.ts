import { expect, it } from 'vitest'
import { costOf } from './cost-of.ts'

const count = { input: 1000, output: 100, cached: 400, written: 200 }

it('costOf counts what was read from and written to the cache at its own price', () => {
  const price = { input: 4, output: 20, cachedInput: 0.4, cacheWrite: 5 }
  expect(costOf(count, price)).toBeCloseTo((400 * 4 + 400 * 0.4 + 200 * 5 + 100 * 20) / 1e6, 12)
  expect(costOf(count, { input: 4, output: 20 })).toBeCloseTo((1000 * 4 + 100 * 20) / 1e6, 12)
})

it('costOf takes the price of a long request for all of it', () => {
  const price = { input: 1, output: 2, long: { over: 999, input: 3, output: 5 } }
  expect(costOf(count, price)).toBeCloseTo((1000 * 3 + 100 * 5) / 1e6, 12)
  expect(costOf({ ...count, input: 999 }, price)).toBeCloseTo((999 * 1 + 100 * 2) / 1e6, 12)
})
