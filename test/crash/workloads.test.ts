import { env } from 'node:process'
import { describe, expect, it } from 'vitest'
import { checkWorkload, type Failure } from './check-workload.ts'
import { KINDS, type Workload, workloads } from './workload.ts'

const SEED = Number(env['CHATCLI_CRASH_SEED'] ?? 20_260_601)
/** Power cuts at one crash point at most; where more are possible, the seed draws. */
const CUTS = 64
/** At least so many crashed disks are looked at: where one seed is not enough, with others. */
const STATES = Number(env['CHATCLI_CRASH_STATES'] ?? 100_000)

interface Totals {
  workloads: number
  points: number
  states: number
  different: number
  readonly failures: Failure[]
}

function check(
  all: readonly Workload[],
  { tearStep, seed = SEED }: { readonly tearStep?: number; readonly seed?: number } = {},
): Totals {
  const totals: Totals = { workloads: 0, points: 0, states: 0, different: 0, failures: [] }
  for (const workload of all) {
    const report = checkWorkload(workload, {
      seed,
      cuts: CUTS,
      ...(tearStep === undefined ? {} : { tearStep }),
    })
    if (!report.isPossible) continue
    totals.workloads++
    totals.points += report.points
    totals.states += report.states
    totals.different += report.different
    totals.failures.push(...report.failures)
  }
  return totals
}

function add(totals: Totals, more: Totals): void {
  for (const key of ['workloads', 'points', 'states', 'different'] as const) totals[key] += more[key]
  totals.failures.push(...more.failures)
}

function print(what: string, { workloads, points, states, different, failures }: Totals): void {
  const count = (kind: Failure['kind']): number => failures.filter((failure) => failure.kind === kind).length
  process.stdout.write(
    `${what}: ${states} (${different} different, from seed ${SEED} on), workloads: ${workloads}, crash points: ${points}, ` +
      `operations: ${KINDS.join(' ')}, lost ${count('lost')}, duplicated ${count('duplicated')}, ` +
      `reordered ${count('reordered')}, errors ${count('error')}\n`,
  )
}

describe('after a crash anywhere in a workload', () => {
  it('everything acknowledged is there once, in order, and what was cut short can be done again', () => {
    const totals = check(workloads(3))
    for (let seed = SEED + 1; totals.states < STATES; seed++) add(totals, check(workloads(3), { seed }))
    print('crash states', totals)
    expect(totals.failures.slice(0, 3).map(({ text }) => text)).toEqual([])
    expect(totals.workloads).toBeGreaterThan(700)
    expect(totals.states).toBeGreaterThan(STATES)
  }, 3_600_000)

  it('the same when a write is cut at any byte', () => {
    const one: Workload[] = [{ kinds: ['append'], store: 'one' }]
    const others = workloads(1).filter(({ kinds }) => kinds[0] !== 'restore')
    const parts = [check(one, { tearStep: 1 }), check(others, { tearStep: 17 })]
    for (const totals of parts) print('torn states', totals)
    expect(parts.flatMap(({ failures }) => failures.slice(0, 3)).map(({ text }) => text)).toEqual([])
    expect(parts.reduce((sum, { different }) => sum + different, 0)).toBeGreaterThan(3000)
  }, 600_000)
})
