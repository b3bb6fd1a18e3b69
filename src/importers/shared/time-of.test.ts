import { expect, it } from 'vitest'
import { timeOf } from './time-of.ts'

it('reads ISO times, milliseconds and seconds, and invents none', () => {
  const at = Date.UTC(2026, 2, 2, 8, 0, 6)
  for (const value of ['2026-03-02T08:00:06.000Z', '2026-03-02T05:00:06-03:00', at, at / 1000])
    expect(timeOf(value)).toBe(at)
  for (const value of [
    undefined,
    null,
    '',
    'now',
    0,
    -1,
    Number.NaN,
    1e18,
    '2026-03-02T08:00:06',
    '2026-99-02T08:00:06Z',
    {},
  ])
    expect(timeOf(value)).toBeUndefined()
})
