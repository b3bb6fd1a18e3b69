import { expect, it } from 'vitest'
import { localTime } from './local-time.ts'

it.each([
  ['2026-03-14T02:05:09.000Z', 'UTC', '2026-03-14', '02:05:09'],
  ['2026-03-14T02:05:09.000Z', 'America/Sao_Paulo', '2026-03-13', '23:05:09'],
  ['2026-03-14T00:00:00.000Z', 'Europe/London', '2026-03-14', '00:00:00'],
  ['2026-12-31T15:30:00.000Z', 'Asia/Tokyo', '2027-01-01', '00:30:00'],
])('%s in %s', (at, zone, date, time) => {
  expect(localTime(at, zone)).toEqual({ date, time })
  expect(localTime(Date.parse(at), zone)).toEqual({ date, time })
})

it("tells the machine's own zone as its name does", () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  for (let at = Date.UTC(1971); at < Date.UTC(2100); at += 12_345_678_901)
    expect(localTime(at, undefined)).toEqual(localTime(at, timeZone))
})

it('has nothing to say about what is no moment', () => {
  expect(localTime(Number.NaN, 'UTC')).toBeUndefined()
  expect(localTime('yesterday', 'UTC')).toBeUndefined()
  expect(localTime(9e15, 'UTC')).toBeUndefined()
})
