import { expect, it } from 'vitest'
import { retryAfter } from './retry-after.ts'

const now = Date.UTC(2026, 5, 1, 12)

it.each([
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': 'Mon, 01 Jun 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Mon, 01 Jun 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  [{}, undefined],
])('retryAfter of %o', (headers, ms) => {
  expect(retryAfter(headers, now)).toBe(ms)
})
