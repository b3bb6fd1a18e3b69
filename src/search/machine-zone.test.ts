import { describe, expect, it } from 'vitest'
import { machineZone } from './machine-zone.ts'

describe('machineZone', () => {
  it('is the zone of the machine, whatever the clock says', () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    for (const now of [0, 1000, Date.UTC(2026, 5, 1), NaN]) expect(machineZone(now)).toBe(zone)
  })
})
