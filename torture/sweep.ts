import { join } from 'node:path'
import { seededRandom } from '../src/disk/seeded-random.ts'
import { eachOf } from './each-of.ts'
import type { Figure, Lab } from './experiment.ts'
import { type Rehearsed, faultAtCall, rehearse, runWithFault } from './fault-run.ts'
import type { Ended } from './run-process.ts'
import { makeTemplate } from './make-template.ts'
import { notRun } from './not-run.ts'
import { type RealOperation, realOperations } from './operations.ts'
import { type TracedCall, canTrace } from './traced-calls.ts'

export interface Sweep {
  readonly what: string
  readonly bar: string
  /** Faults of one operation that a sample tries, about. */
  readonly sampled: number
  /** What strace is to do at a call: any of these. */
  readonly faults: (call: TracedCall) => readonly string[]
  /** Whether a run met its fault. */
  readonly wasHit: (ended: Ended) => boolean
  /** What is wrong with how it ended, beside what is left in the home. */
  readonly wrongEnd?: (ended: Ended, operation: RealOperation) => string | undefined
}

/** Does every operation over and over, each time with another fault at one of its system calls. */
export async function sweep(options: Sweep, lab: Lab): Promise<readonly Figure[]> {
  const { what, bar, sampled, faults, wasHit, wrongEnd } = options
  if (!canTrace()) return [notRun({ what, bar }, 'strace cannot trace here')]
  const random = seededRandom(lab.seed)
  for (const template of ['plain', 'sealed'] as const) makeTemplate(join(lab.folder, template), template)
  const problems: string[] = []
  let hit = 0
  let points = 0
  for (const operation of realOperations) {
    const rehearsed: Rehearsed = rehearse(operation, join(lab.folder, operation.template), lab)
    const all = rehearsed.calls.flatMap((call) => faults(call).map((fault) => ({ call, fault })))
    const share = lab.scale === 'full' ? 1 : sampled / all.length
    const before = problems.length
    await eachOf(
      all.filter(() => random() < share),
      2,
      async ({ call, fault }) => {
        const { name, count, path } = call
        const { ended, problem } = await runWithFault(
          rehearsed,
          faultAtCall(`${name}:${fault}:when=${count}`),
          lab,
        )
        if (wasHit(ended)) hit++
        const wrong = problem ?? wrongEnd?.(ended, operation)
        if (wrong !== undefined)
          problems.push(
            `${operation.name}, ${fault} at ${name} ${count} (${path.slice(lab.folder.length)}): ${wrong}`,
          )
      },
    )
    points += all.length
    lab.say(`${operation.name}: ${all.length} faults possible, ${problems.length - before} problems`)
  }
  return [
    {
      what,
      bar,
      measured: `${problems.length} problems at ${hit} faults, of ${points} in ${realOperations.length} operations`,
      isMet: problems.length === 0 && hit > 0,
      problems,
    },
  ]
}
