import { DAMAGE_CHECKS } from './check-damage.ts'
import { checkFault } from './check-fault.ts'
import { checkRace } from './check-race.ts'
import { checkWorkload } from './check-workload.ts'
import { FAULTS } from './faulty-disk.ts'
import { RACES } from './races.ts'
import { type Workload, workloads } from './workload.ts'

export type Suite = 'damage' | 'workloads' | 'races' | 'faults'

/** Longer workloads that need more than one step to meet a safeguard. */
const LONGER: readonly Workload[] = [
  { kinds: ['delete', 'restore'], store: 'one' },
  { kinds: ['go-on', 'delete', 'go-on'], store: 'one' },
  { kinds: ['append', 'delete', 'go-on'], store: 'plain' },
]

/** Disk failures that between them reach every way out. */
const FEW = new Set(['EIO', 'ENOSPC from then on', 'writes of 100 bytes', 'writes of 1 bytes from then on'])

/**
 * A short form of all suites of this folder.
 *
 * @param first the suite to begin with
 * @returns the first thing that is wrong with the store, or undefined
 */
export function findFailure(first: Suite): string | undefined {
  for (const suite of new Set<Suite>([first, 'damage', 'workloads', 'races', 'faults'])) {
    for (const [name, check] of SUITES[suite]()) {
      const problem = attempt(check)
      if (problem !== undefined) return `${name}: ${problem}`
    }
  }
  return undefined
}

type Check = readonly [name: string, check: () => string | undefined]

const SUITES: Readonly<Record<Suite, () => readonly Check[]>> = {
  damage: () => Object.entries(DAMAGE_CHECKS),
  workloads: () =>
    [...workloads(1), ...LONGER].map((workload) => [
      workload.kinds.join(', '),
      () => checkWorkload(workload, { seed: 1, cuts: 16, isBrief: true }).failures[0]?.text,
    ]),
  races: () => RACES.map(([name, race]) => [name, () => checkRace(race).failures[0]]),
  faults: () =>
    FAULTS.filter(({ label }) => FEW.has(label)).flatMap((fault) =>
      (['go-on', 'save'] as const).map((kind): Check => [
        `${kind} with ${fault.label}`,
        () => checkFault(kind, 'one', fault).failures[0],
      ]),
    ),
}

/** A check that breaks off has found something too. */
function attempt(check: () => string | undefined): string | undefined {
  try {
    return check()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
