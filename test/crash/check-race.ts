import { ChatCliError } from '../../src/errors.ts'
import type { ErrorCode } from '../../src/errors.ts'
import { openLive } from '../../src/store/open-live.ts'
import { firstStore } from './first-store.ts'
import { type Ending, interleave } from './interleave.ts'
import { newProcess } from './new-process.ts'
import { type Observed, observeWorld } from './observe-world.ts'
import { type Operation, runOperation } from './operation.ts'
import type { Workload } from './workload.ts'

export interface Race {
  readonly store: Workload['store']
  readonly first: Operation
  readonly second: Operation
  /** Codes of the errors that either may end with. */
  readonly mayEndWith: readonly ErrorCode[]
  /** What is wrong with what is left, if anything. */
  readonly judge: (found: Observed, first: Ending['status'], second: Ending['status']) => string | undefined
}

export interface RaceReport {
  readonly interleavings: number
  readonly failures: readonly string[]
}

/** Lets the second operation happen at every point of the first one. */
export function checkRace({ store, first, second, mayEndWith, judge }: Race): RaceReport {
  const failures: string[] = []
  const interleavings = interleave(
    () => {
      const disk = firstStore(store)
      const view = disk.anotherProcess()
      const [one, two] = [newProcess(view, 20), newProcess(disk.anotherProcess(), 21)]
      const needsLive = (operation: Operation): boolean => operation.kind === 'go-on'
      const [liveOne, liveTwo] = [
        needsLive(first) ? openLive(one, 'alpha') : undefined,
        needsLive(second) ? openLive(two, 'alpha') : undefined,
      ]
      return {
        view,
        first: () => runOperation(one, first, liveOne),
        second: () => runOperation(two, second, liveTwo),
        world: disk,
      }
    },
    (disk, own, other, k) => {
      const what = `${first.kind}, and ${second.kind} at its call ${k}`
      for (const ending of [own, other]) {
        if (ending.status === 'done') continue
        const { error } = ending
        if (!(error instanceof ChatCliError && mayEndWith.includes(error.code)))
          failures.push(`${what}: ${error instanceof Error ? error.stack : String(error)}`)
      }
      try {
        const found = observeWorld(newProcess(disk.anotherProcess(), 60), disk)
        const problem = judge(found, own.status, other.status)
        if (problem !== undefined) failures.push(`${what}: ${problem} (${own.status}, ${other.status})`)
      } catch (error) {
        failures.push(`${what}: ${error instanceof Error ? error.stack : String(error)}`)
      }
    },
  )
  return { interleavings, failures }
}
