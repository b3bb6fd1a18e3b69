import { ChatCliError } from '../../src/errors.ts'
import type { CallName } from '../../src/disk/call-gate.ts'
import type { Disk } from '../../src/disk/disk.ts'
import type { SimulatedDisk } from '../../src/disk/simulated-disk.ts'
import { listSessions } from '../../src/store/list-sessions.ts'
import { openLive } from '../../src/store/open-live.ts'
import { type Difference, difference } from './difference.ts'
import { type Held, expectation, worldAfter } from './expectation.ts'
import { fingerprint } from './fingerprint.ts'
import { firstStore } from './first-store.ts'
import { newProcess } from './new-process.ts'
import { type Observed, observeWorld } from './observe-world.ts'
import { messagesOf, type Operation, runOperation } from './operation.ts'
import { tornDisks } from './torn-disks.ts'
import { type Workload, operationAt } from './workload.ts'
import { extended, isAllowed, keyOf, type Outcome, type World } from './world.ts'

/** Calls that change what is on the disk: a crash at any other call leaves what a crash at the next of these leaves. */
const CHANGES: ReadonlySet<CallName> = new Set<CallName>([
  'createExclusive',
  'write',
  'sync',
  'rename',
  'link',
  'unlink',
  'makeFolder',
  'removeFolder',
  'syncFolder',
])

export interface Failure {
  readonly kind: Difference | 'error'
  readonly text: string
}

export interface WorkloadReport {
  /** False when one of its operations has nothing to work on. */
  readonly isPossible: boolean
  /** Crash points, and disks that came back from them. */
  readonly points: number
  readonly states: number
  /** Disks that differ in a name or a byte: each is looked at once. */
  readonly different: number
  readonly failures: readonly Failure[]
}

export interface CheckOptions {
  readonly seed: number
  /** Power cuts tried at most at one crash point. */
  readonly cuts: number
  /** Cut every write of the last operation at every so many bytes too. */
  readonly tearStep?: number
  /** Stop at the first failure. */
  readonly isBrief?: boolean
}

/**
 * Runs a workload, and crashes it at every call of its last operation (its earlier ones are last in shorter
 * workloads): by a kill, and by power cuts. After each, a new process looks at everything, repeats the operation that
 * was cut short, says one more thing, and looks again.
 */
export function checkWorkload(
  workload: Workload,
  { seed, cuts, tearStep, isBrief = false }: CheckOptions,
): WorkloadReport {
  const disk = firstStore(workload.store)
  const surfaceView = disk.anotherProcess()
  const surface = newProcess(surfaceView, 2)
  const live = openLive(surface, 'alpha')
  let world: World = observeWorld(newProcess(disk.anotherProcess(), 3), disk)
  const alpha = world.sessions.get('alpha')
  if (alpha === undefined) throw new Error('the first store has no "alpha"')
  let held: Held = { at: 'session', name: 'alpha', seen: alpha }
  const last = workload.kinds.length - 1
  const failures: Failure[] = []
  const different = new Map<string, readonly Outcome[]>()
  let points = 0
  let states = 0
  for (let i = 0; i <= last; i++) {
    const operation = operationAt(workload, i, world, held)
    if (operation === undefined) return { isPossible: false, points, states, different: 0, failures }
    const { after, held: heldAfter, during } = expectation(world, held, operation)
    const view = operation.kind === 'go-on' ? surfaceView : disk.anotherProcess()
    const own = operation.kind === 'go-on' ? surface : newProcess(view, 10 + i)
    let allowed: readonly Outcome[] = during
    const lookAt = (where: string, { label, disk: left }: Crash): void => {
      if (isBrief && failures.length > 0) return
      states++
      const key = fingerprint(left.anotherProcess(), '/home')
      if (different.get(key) === allowed) return
      different.set(key, allowed)
      const failure = failureAfter(left, allowed, operation)
      if (failure === undefined) return
      const what = `${workload.kinds.join(', ')} on store ${workload.store} (seed ${seed})`
      failures.push({ kind: failure.kind, text: `${what}, crash at ${where}, ${label}: ${failure.text}` })
    }
    const crashHere = (where: string): void => {
      points++
      for (const crash of crashes(disk, cuts, seed)) lookAt(where, crash)
    }
    if (i === last) {
      let call = 0
      let unwritten = disk
      view.beforeCall((name, path) => {
        call++
        if (!CHANGES.has(name)) return
        const where = `call ${call} (${name} ${path})`
        crashHere(where)
        if (tearStep === undefined) return
        if (name === 'write') unwritten = disk.killed()
        if (name === 'sync')
          for (const crash of tornDisks(unwritten, disk.anotherProcess(), path, tearStep))
            lookAt(where, crash)
      })
    }
    runOperation(own, operation, live, () => {
      allowed = [{ world: after }]
    })
    allowed = [{ world: after }]
    if (i === last) {
      view.beforeCall(undefined)
      crashHere('the end')
    }
    world = after
    held = heldAfter
    settleHints(disk)
  }
  return { isPossible: true, points, states, different: different.size, failures }
}

interface Crash {
  readonly label: string
  readonly disk: SimulatedDisk
}

function* crashes(disk: SimulatedDisk, cuts: number, seed: number): Generator<Crash> {
  yield { label: 'process killed', disk: disk.killed() }
  for (const { label, disk: left } of disk.crashStates({ limit: cuts, seed }))
    yield { label: `power cut, ${label}`, disk: left }
}

/** What is wrong with a disk that came back from a crash. */
function failureAfter(
  disk: SimulatedDisk,
  allowed: readonly Outcome[],
  operation: Operation,
): Failure | undefined {
  try {
    const context = newProcess(disk, 60, true)
    const found = observeWorld(context, disk)
    if (!isAllowed(found, allowed)) return wrong('found', found, allowed.at(-1)?.world ?? found)
    const retried = retry(context, operation, found)
    const { world, name } = sayOneThing(context, retried, found)
    const again = observeWorld(newProcess(disk.anotherProcess(), 61, true), disk)
    return keyOf(again) === keyOf(world) ? undefined : wrong(`after "${name}" went on`, again, world)
  } catch (error) {
    return { kind: 'error', text: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function wrong(when: string, found: World, right: World): Failure {
  return { kind: difference(found, right), text: `${when}: ${keyOf(found)}, not ${keyOf(right)}` }
}

/** Does it again, as a person would; it succeeds, or says the one error that makes sense. */
function retry(context: ReturnType<typeof newProcess>, operation: Operation, found: Observed): World {
  const expected = worldAfter(found, operation)
  try {
    runOperation(context, operation)
  } catch (error) {
    if (error instanceof ChatCliError && error.code === expected) return found
    throw error
  }
  if (typeof expected !== 'string') return expected
  // A rename that had come half way is finished by the second one.
  if (operation.kind === 'rename' && expected === 'exists') return found
  throw new Error(`no error "${expected}" when it was done again`)
}

function sayOneThing(
  context: ReturnType<typeof newProcess>,
  world: World,
  { looseNames }: Observed,
): { readonly world: World; readonly name: string } {
  const name = [...world.sessions.keys()][0] ?? looseNames[0]
  if (name === undefined) return { world, name: '' }
  const live = openLive(context, name)
  live.append(messagesOf(['later']))
  live.save()
  live.close()
  const talk = world.sessions.get(name) ?? world.loose[0] ?? { window: [], record: [] }
  const loose = world.sessions.has(name) ? world.loose : world.loose.slice(1)
  const sessions = new Map([...world.sessions, [name, extended(talk, ['later'])] as const])
  return { world: { ...world, sessions, loose }, name }
}

/** The change log and the catalogue are hints that nothing waits for: only the last operation's are at stake. */
function settleHints(disk: SimulatedDisk): void {
  const process: Disk = disk.anotherProcess()
  listSessions(newProcess(process, 4))
  for (const file of process.list('/home/state')) {
    const fd = process.openAppend(`/home/state/${file}`)
    process.sync(fd)
    process.close(fd)
  }
  process.syncFolder('/home/state')
}
