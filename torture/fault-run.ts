import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Lab } from './experiment.ts'
import { type Ended, runProcess } from './run-process.ts'
import { homeAfter, homeBefore, homeIndexProblem } from './home-after.ts'
import { lostWords } from './lost-words.ts'
import { type RealOperation, processOf } from './operations.ts'
import { type World, problemBetween, worldKey } from './talk-world.ts'
import { type TracedCall, tracedCalls } from './traced-calls.ts'

/** An operation that was done once without a fault: what it does to what is stored, and by which calls. */
export interface Rehearsed {
  readonly operation: RealOperation
  readonly template: string
  readonly before: World
  readonly after: World
  readonly calls: readonly TracedCall[]
  /** What it wrote beside the home, see `RealOperation.writes`. */
  readonly written: string | undefined
}

/** @param template a folder that `makeTemplate` made */
export function rehearse(operation: RealOperation, template: string, lab: Lab): Rehearsed {
  return onCopy(template, lab, (folder) => {
    const home = join(folder, 'home')
    const before = homeBefore(home, folder, operation)
    const { command, environment } = processOf(operation, { ...lab, home })
    const calls = tracedCalls(command, environment, home, join(folder, 'calls.txt'), operation.input)
    const after = homeAfter(home, folder, operation)
    return { operation, template, before, after, calls, written: writtenBy(folder, operation) }
  })
}

/** What makes a run fail: a command that it is run by, variables that it is given. */
export interface Fault {
  readonly under?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** It cuts writes short. */
  readonly mayTear?: boolean
}

/** A fault at a system call, as strace injects it. @param inject `CALL:WHAT:when=N` */
export function faultAtCall(inject: string): Fault {
  const [call = ''] = inject.split(':')
  return { under: ['strace', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${inject}`] }
}

/** Runs an operation on a copy with a fault, and looks at what is left. */
export async function runWithFault(
  { operation, template, before, after, written }: Rehearsed,
  fault: Fault,
  lab: Lab,
): Promise<{ readonly ended: Ended; readonly problem: string | undefined }> {
  const folder = copyOf(template, lab)
  try {
    const home = join(folder, 'home')
    const { command, environment } = processOf(operation, { ...lab, home })
    const ended = await runProcess(
      [...(fault.under ?? []), ...command],
      { ...environment, ...fault.environment },
      { input: operation.input },
    )
    const look = (): World => homeAfter(home, folder, operation, { mayBeTorn: fault.mayTear ?? false })
    const problem = await attempt(async () => {
      const found = look()
      const wrong =
        problemBetween(found, before, after) ??
        promised(found, after, ended, operation) ??
        halfWritten(folder, operation, written) ??
        homeIndexProblem(home, folder, operation)
      if (wrong !== undefined || !operation.isRepeatable) return wrong
      const again = await runProcess(command, environment, { input: operation.input })
      if (again.status !== 0 && !operation.mayEndWith?.includes(again.status ?? -1))
        return `done again it ends with ${again.status}: ${again.stderr.slice(0, 300)}`
      const left = look()
      // A part that an earlier attempt left may stay, as a conversation that was interrupted.
      const wanted = worldKey({ ...after, loose: [] })
      const came = worldKey({ ...left, loose: [] })
      if (came !== wanted) return `done again it comes to another end: ${came}, not ${wanted}`
      return problemBetween(left, before, after)
    })
    return { ended, problem }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What was acknowledged is there: each turn that was, and the whole effect of what ended well. */
function promised(
  found: World,
  after: World,
  { status, stdout }: Ended,
  operation: RealOperation,
): string | undefined {
  const lost = lostWords(found, stdout, operation)
  if (lost !== undefined) return lost
  const isAllDone = status === 0 && operation.acknowledged === undefined && !operation.leavesOut?.(stdout)
  return isAllDone && worldKey(found) !== worldKey(after)
    ? `it ended well, and not all is done: ${worldKey(found)}, not ${worldKey(after)}`
    : undefined
}

function writtenBy(folder: string, { writes }: RealOperation): string | undefined {
  const path = join(folder, writes ?? '')
  return writes !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function halfWritten(folder: string, operation: RealOperation, whole = ''): string | undefined {
  const is = writtenBy(folder, operation)
  return is === undefined || is === whole
    ? undefined
    : `a file of ${is.length} characters, not ${whole.length}`
}

async function attempt(check: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await check()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function copyOf(template: string, { folder }: Lab): string {
  const copy = mkdtempSync(join(folder, 'run-'))
  cpSync(template, copy, { recursive: true, preserveTimestamps: true })
  return copy
}

function onCopy<T>(template: string, lab: Lab, work: (folder: string) => T): T {
  const folder = copyOf(template, lab)
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
