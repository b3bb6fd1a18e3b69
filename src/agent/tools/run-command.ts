import { type ChildProcess, spawn } from 'node:child_process'
import { ChatCliError } from '../../errors.ts'
import { createOutputCollector } from './output-collector.ts'
import { processGroup } from './process-group.ts'

export interface RunCommandOptions {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly timeoutMs: number
  /** How long a program may take to end when it is asked to. */
  readonly graceMs: number
  readonly signal: AbortSignal
}

export interface CommandOutcome {
  /** What it printed, both streams as they came. */
  readonly output: string
  /** Null when a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly isTimeout: boolean
  /** It left processes behind, which were ended. */
  readonly leftBehind: boolean
}

const mostCharacters = 30_000
/** What a pipeline leaves for a moment is not left behind. */
const settleMs = 100
/** For a pipe that a program which got away still holds. */
const drainMs = 500

/**
 * Runs a command line in the system's shell, with nothing to read, until it ends or its time is over. Nothing it
 * started stays: the whole group of processes is ended with it.
 *
 * @throws ChatCliError `interrupted` when the signal was given, `storage` when there is no shell or no folder
 */
export async function runCommand(command: string, options: RunCommandOptions): Promise<CommandOutcome> {
  const { platform, timeoutMs, graceMs, signal } = options
  if (signal.aborted) throw interrupted()
  const child = start(command, options)
  const collector = createOutputCollector(mostCharacters)
  child.stdout?.on('data', collector.stream())
  child.stderr?.on('data', collector.stream())
  const closed = new Promise<void>((done) => child.once('close', () => done()))
  const exited = new Promise<'exit' | Error>((done) => {
    child.once('exit', () => done('exit'))
    child.once('error', done)
  })
  const end = await firstOf(exited, timeoutMs, signal)
  if (end instanceof Error || child.pid === undefined) throw notStarted(options.folder, end)
  const group = processGroup(child.pid, platform)
  const leftBehind = end === 'exit' && !(await group.isGoneWithin(settleMs))
  if (end !== 'exit' || leftBehind) await group.end(graceMs)
  await firstOf(closed, drainMs)
  child.stdout?.destroy()
  child.stderr?.destroy()
  if (end === 'abort') throw interrupted()
  return {
    output: collector.text(),
    code: child.exitCode,
    signal: child.signalCode,
    isTimeout: end === 'timeout',
    leftBehind,
  }
}

function start(command: string, { folder, environment, platform }: RunCommandOptions): ChildProcess {
  const common = {
    cwd: folder,
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[],
  }
  if (platform === 'win32') {
    const shell = environment['ComSpec'] ?? environment['COMSPEC'] ?? 'cmd.exe'
    const line = ['/d', '/s', '/c', `"${command}"`]
    return spawn(shell, line, { ...common, windowsHide: true, windowsVerbatimArguments: true })
  }
  // One pipe for both streams keeps what they print in order.
  return spawn('/bin/sh', ['-c', `exec 2>&1; ${command}`], { ...common, detached: true })
}

async function firstOf<T>(
  promise: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<T | 'timeout' | 'abort'> {
  let timer: NodeJS.Timeout | undefined
  let onAbort = (): void => {}
  const others = new Promise<'timeout' | 'abort'>((done) => {
    timer = setTimeout(done, ms, 'timeout')
    onAbort = () => done('abort')
    signal?.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, others])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

function interrupted(): ChatCliError {
  return new ChatCliError('interrupted', 'The command was stopped')
}

function notStarted(folder: string, cause: unknown): ChatCliError {
  const reason = cause instanceof Error ? cause.message : 'no process'
  return new ChatCliError('storage', `The command could not be started in ${folder}: ${reason}`, {
    hint: 'Check that the folder is still there.',
    cause,
  })
}
