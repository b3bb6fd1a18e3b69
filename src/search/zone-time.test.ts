import { describe, expect, it } from 'vitest'
import { startOfDay, wallTime } from './zone-time.ts'

const iso = (at: number): string => new Date(at).toISOString()

describe('startOfDay', () => {
  it.each([
    ['UTC', 2025, 3, 9, '2025-03-09T00:00:00.000Z'],
    ['America/New_York', 2025, 3, 9, '2025-03-09T05:00:00.000Z'],
    ['America/New_York', 2025, 3, 10, '2025-03-10T04:00:00.000Z'],
    ['Europe/Lisbon', 2025, 10, 26, '2025-10-25T23:00:00.000Z'],
    ['Europe/Lisbon', 2025, 10, 27, '2025-10-27T00:00:00.000Z'],
    // Midnight did not exist: clocks went from 23:59:59 to 01:00.
    ['America/Sao_Paulo', 2018, 11, 4, '2018-11-04T03:00:00.000Z'],
    // The last hour of the day before happened twice.
    ['America/Sao_Paulo', 2018, 2, 18, '2018-02-18T03:00:00.000Z'],
    ['Asia/Kathmandu', 2025, 1, 1, '2024-12-31T18:15:00.000Z'],
    ['Pacific/Kiritimati', 2025, 1, 1, '2024-12-31T10:00:00.000Z'],
    ['UTC', 2025, 13, 0, '2025-12-31T00:00:00.000Z'],
  ])('%s %i-%i-%i', (zone, year, month, day, wanted) => {
    expect(iso(startOfDay(year, month, day, zone))).toBe(wanted)
  })

  it('names the zone it does not know', () => {
    expect(() => startOfDay(2025, 1, 1, 'Mars/Base')).toThrow(/Mars\/Base/)
  })
})

describe('wallTime', () => {
  it('tells the date where the person is, Monday being 0', () => {
    expect(wallTime(Date.UTC(2025, 5, 2, 1), 'America/New_York')).toEqual({
      year: 2025,
      month: 6,
      day: 1,
      weekday: 6,
    })
    expect(wallTime(Date.UTC(2025, 5, 2, 1), 'UTC')).toEqual({ year: 2025, month: 6, day: 2, weekday: 0 })
  })
})
