import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ChatCliError } from '../src/errors.ts'
import type { Lab } from './experiment.ts'
import { type Ended, runProcess } from './run-process.ts'
import { observeHome } from './observe-home.ts'
import { type RealOperation, oneKey, processOf } from './operations.ts'
import { type World, problemBetween, worldKey } from './talk-world.ts'
import { type TracedCall, tracedCalls } from './traced-calls.ts'

/** An operation that was done once without a fault: what it does to what is stored, and by which calls. */
export interface Rehearsed {
  readonly operation: RealOperation
  readonly template: string
  readonly before: World
  readonly after: World
  readonly calls: readonly TracedCall[]
}

/** @param template a folder that `makeTemplate` made */
export function rehearse(operation: RealOperation, template: string, lab: Lab): Rehearsed {
  return onCopy(template, lab, (folder) => {
    const home = join(folder, 'home')
    const before = observeHome(home, folder, keysBefore(operation))
    const { command, environment } = processOf(operation, { ...lab, home })
    const calls = tracedCalls(command, environment, home, join(folder, 'calls.txt'))
    return { operation, template, before, after: observeHome(home, folder, keysAfter(operation)), calls }
  })
}

/** Runs an operation on a copy under strace with a fault, and looks at what is left. */
export async function runWithFault(
  { operation, template, before, after }: Rehearsed,
  inject: string,
  lab: Lab,
): Promise<{ readonly ended: Ended; readonly problem: string | undefined }> {
  const folder = copyOf(template, lab)
  try {
    const home = join(folder, 'home')
    const { command, environment } = processOf(operation, { ...lab, home })
    const [call = ''] = inject.split(':')
    const args = ['-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${inject}`]
    const ended = await runProcess(['strace', ...args, ...command], environment)
    const problem = await attempt(async () => {
      const found = look(home, folder, operation)
      const wrong = problemBetween(found, before, after) ?? promised(found, after, ended)
      if (wrong !== undefined || !operation.isRepeatable) return wrong
      const again = await runProcess(command, environment)
      if (again.status !== 0 && !operation.mayEndWith?.includes(again.status ?? -1))
        return `done again it ends with ${again.status}: ${again.stderr.slice(0, 300)}`
      const left = observeHome(home, folder, keysAfter(operation))
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
function promised(found: World, after: World, { status, stdout }: Ended): string | undefined {
  const texts = new Set([...found.sessions.values(), ...found.loose].flatMap(({ record }) => record))
  for (const [, word] of stdout.matchAll(/^said (\S+)$/gm))
    for (const text of [`${word} 0`, `${word} 1`])
      if (!texts.has(text)) return `acknowledged, and not there: ${text}`
  return status === 0 && worldKey(found) !== worldKey(after)
    ? `it ended well, and not all is done: ${worldKey(found)}, not ${worldKey(after)}`
    : undefined
}

/** Until the home says that it has a new key, it opens with the old one. */
function look(home: string, scratch: string, operation: RealOperation): World {
  try {
    return observeHome(home, scratch, keysAfter(operation))
  } catch (error) {
    if (!(error instanceof ChatCliError && error.code === 'key')) throw error
    return observeHome(home, scratch, keysBefore(operation))
  }
}

function keysBefore({ template }: RealOperation): readonly string[] {
  return template === 'sealed' ? [oneKey] : []
}

function keysAfter(operation: RealOperation): readonly string[] {
  return operation.keysAfter ?? keysBefore(operation)
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
