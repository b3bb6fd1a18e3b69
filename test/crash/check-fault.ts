import { ChatCliError } from '../../src/errors.ts'
import type { SimulatedDisk } from '../../src/disk/simulated-disk.ts'
import type { LiveConversation } from '../../src/store/live-conversation.ts'
import { openLive } from '../../src/store/open-live.ts'
import { type Expectation, expectation, type Held, worldAfter } from './expectation.ts'
import { type DiskFault, retriedSyncs } from './faulty-disk.ts'
import { firstStore } from './first-store.ts'
import { newProcess } from './new-process.ts'
import { observeWorld } from './observe-world.ts'
import { messagesOf, type Operation, runOperation } from './operation.ts'
import { extended, isAllowed, keyOf, type World } from './world.ts'
import { type Kind, operationAt, type Workload } from './workload.ts'

export interface FaultReport {
  /** How often a call failed, and how often the operation was refused because of it. */
  readonly cases: number
  readonly refused: number
  /** Appends that went to a side file. */
  readonly beside: number
  readonly failures: readonly string[]
}

/** What one failing call led to. */
interface Outcome {
  readonly isHit: boolean
  readonly isRefused: boolean
  readonly isBeside: boolean
  readonly problem: string | undefined
}

/** Lets each disk call of an operation fail in turn, until none is left to fail. */
export function checkFault(kind: Kind, store: Workload['store'], fault: DiskFault): FaultReport {
  const failures: string[] = []
  let [cases, refused, beside] = [0, 0, 0]
  for (let k = 1; ; k++) {
    const outcome = failAt(kind, store, fault, k)
    if (!outcome.isHit) return { cases, refused, beside, failures }
    cases++
    if (outcome.isRefused) refused++
    if (outcome.isBeside) beside++
    if (outcome.problem !== undefined)
      failures.push(`${kind} on store ${store}, ${fault.label} at call ${k}: ${outcome.problem}`)
  }
}

function failAt(kind: Kind, store: Workload['store'], fault: DiskFault, k: number): Outcome {
  const disk = firstStore(store)
  const view = disk.anotherProcess()
  const process = newProcess(view, 2)
  const live = openLive(process, 'alpha')
  let world: World = observeWorld(newProcess(disk.anotherProcess(), 3), disk)
  let held: Held = { at: 'session', name: 'alpha', seen: world.sessions.get('alpha') ?? NOTHING }
  if (kind === 'restore') {
    const deletion = operationAt({ kinds: ['delete'], store }, 0, world, held)
    if (deletion === undefined) throw new Error('there is always something to delete')
    runOperation(newProcess(disk.anotherProcess(), 4), deletion)
    const expected = expectation(world, held, deletion)
    world = expected.after
    held = expected.held
  }
  const operation = operationAt({ kinds: [kind], store }, 0, world, held)
  if (operation === undefined) throw new Error('the first store has something for every operation')
  const expected = expectation(world, held, operation)
  const from = view.log.length
  const syncs = failedSyncs(view)
  fault.arm(view, k)
  const outcome = attempt(process, operation, live)
  const calls = view.log.slice(from)
  const isHit = fault.label.startsWith('writes')
    ? calls.filter(({ name }) => name === 'write').length >= k
    : calls.length >= k
  const isBeside = outcome === 'beside'
  const isRefused = outcome instanceof Error
  let problem = isRefused ? errorProblem(outcome) : undefined
  view.clearFaults()
  try {
    problem ??= problemThen(disk, { operation, expected, world, live, isRefused, isBeside, process })
  } catch (error) {
    problem ??= error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  const retried = retriedSyncs(view, syncs.failed)
  if (retried.length > 0) problem ??= `the failed sync of ${retried.join()} was tried again`
  return { isHit, isRefused, isBeside, problem }
}

const NOTHING = { window: [], record: [] }

type Process = ReturnType<typeof newProcess>

/** Does it, and says where an append went. */
function attempt(process: Process, operation: Operation, live: LiveConversation): 'done' | 'beside' | Error {
  try {
    if (operation.kind !== 'go-on') runOperation(process, operation)
    else {
      const { where } = appendTold(live, operation.texts)
      live.save()
      if (where === 'side-file') return 'beside'
    }
    return 'done'
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** An append that is refused must say at once that it is not saved, and keep what was said. */
function appendTold(live: LiveConversation, texts: readonly string[]): { readonly where: string } {
  try {
    return live.append(messagesOf(texts))
  } catch (error) {
    const window = live.state().window.map(({ message }) => message.content)
    const isKept = texts.every((text) => window.includes(text))
    if (live.status === 'not-saved' && isKept) throw error
    throw new Error(`refused, but ${live.status} and ${isKept ? 'kept' : 'forgotten'}`, { cause: error })
  }
}

function errorProblem(error: Error): string | undefined {
  if (error instanceof ChatCliError && error.code === 'storage' && error.hint !== undefined) return undefined
  return `it was refused with ${error.stack}`
}

interface Aftermath {
  readonly operation: Operation
  readonly expected: Expectation
  readonly world: World
  readonly live: LiveConversation
  readonly isRefused: boolean
  readonly isBeside: boolean
  readonly process: Process
}

/** What is wrong once the disk is well again. */
function problemThen(disk: SimulatedDisk, aftermath: Aftermath): string | undefined {
  const { operation, expected, live, isRefused, isBeside, process } = aftermath
  const found = observeWorld(newProcess(disk.anotherProcess(), 60), disk)
  const allowed = isRefused ? expected.during : [{ world: expected.after }]
  const outcomes = [...allowed, { world: expected.after }]
  if (!isAllowed(found, outcomes)) return `found ${keyOf(found)}, not ${keyOf(expected.after)}`
  if (operation.kind === 'go-on') {
    if (isBeside && live.status !== 'side-file') return `beside, but ${live.status}`
    const { where } = live.append(messagesOf(['well again']))
    live.save()
    if (where !== 'transcript' || live.status !== 'saved')
      return `well again, but ${where} and ${live.status}`
    const talk = extended(expected.after.sessions.get(operation.name) ?? NOTHING, ['well again'])
    const right = {
      ...expected.after,
      sessions: new Map([...expected.after.sessions, [operation.name, talk]]),
    }
    const again = observeWorld(newProcess(disk.anotherProcess(), 61), disk)
    if (keyOf(again) !== keyOf(right)) return `well again: ${keyOf(again)}, not ${keyOf(right)}`
    const left = disk.list('/home/transcripts').filter((file) => /\.[0-9a-f]{16}\.jsonl$/.test(file))
    return left.length > 0 ? `side files stay: ${left.join()}` : undefined
  }
  if (!isRefused) return undefined
  const should = worldAfter(found, operation)
  try {
    runOperation(process, operation)
  } catch (error) {
    if (error instanceof ChatCliError && error.code === should) return undefined
    throw error
  }
  const again = observeWorld(newProcess(disk.anotherProcess(), 62), disk)
  const right = typeof should === 'string' ? found : should
  return keyOf(again) === keyOf(right) ? undefined : `done again: ${keyOf(again)}, not ${keyOf(right)}`
}

/** Notes which syncs fail, by their place in the log. */
function failedSyncs(disk: SimulatedDisk): { readonly failed: readonly number[] } {
  const failed: number[] = []
  const sync = disk.sync.bind(disk)
  disk.sync = (fd) => {
    try {
      sync(fd)
    } catch (error) {
      failed.push(disk.log.length - 1)
      throw error
    }
  }
  return { failed }
}
