import { describe, expect, it } from 'vitest'
import { checkFault } from './check-fault.ts'
import { FAULTS } from './faulty-disk.ts'
import { KINDS } from './workload.ts'

describe('a disk call that fails', () => {
  for (const kind of KINDS) {
    it(`says so, and loses nothing: ${kind}`, () => {
      const reports = FAULTS.flatMap((fault) =>
        (['one', 'plain'] as const).map((store) => checkFault(kind, store, fault)),
      )
      const sum = (of: 'cases' | 'refused' | 'beside'): number =>
        reports.reduce((total, report) => total + report[of], 0)
      const failures = reports.flatMap((report) => report.failures)
      process.stdout.write(
        `faults of ${kind}: ${sum('cases')}, refused ${sum('refused')}, beside ${sum('beside')}, wrong ${failures.length}\n`,
      )
      expect(failures.slice(0, 3)).toEqual([])
      expect(sum('refused')).toBeGreaterThan(50)
      if (kind === 'go-on') expect(sum('beside')).toBeGreaterThan(20)
    })
  }
})
