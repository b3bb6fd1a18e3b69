import { expect, it } from 'vitest'
import { retryWait } from './retry-wait.ts'

it('retryWait doubles up to a limit, spreads, and waits as long as it is asked to', () => {
  expect([1, 2, 3, 20].map((attempt) => retryWait(attempt, 0))).toEqual([500, 1000, 2000, 15_000])
  expect([1, 2, 3, 20].map((attempt) => retryWait(attempt, 1))).toEqual([1000, 2000, 4000, 30_000])
  expect(retryWait(1, 0.5, 60_000)).toBe(60_000)
  expect(retryWait(1, 0.5, 1)).toBe(750)
})
