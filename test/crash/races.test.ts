import { describe, expect, it } from 'vitest'
import { checkRace } from './check-race.ts'
import { RACES } from './races.ts'

describe('two processes at once, at every point', () => {
  for (const [name, race] of RACES) {
    it(name, () => {
      const { interleavings, failures } = checkRace(race)
      process.stdout.write(
        `interleavings of ${race.first.kind} and ${race.second.kind}: ${interleavings}, wrong ${failures.length}\n`,
      )
      expect(failures.slice(0, 3)).toEqual([])
      expect(interleavings).toBeGreaterThan(8)
    })
  }
})
