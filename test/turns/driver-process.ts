import { type ChildProcess, spawn } from 'node:child_process'
import { execPath } from 'node:process'
import { createInterface } from 'node:readline'
import type { Told } from './driver.ts'

export interface DriverProcess {
  /** `new`, `attach NAME`, `recover`, `turn WRITER NUMBER`, `window`, `leave`. */
  readonly send: (...commands: readonly string[]) => void
  readonly kill: () => void
  /** Ends with the process; gives what it complained of when nobody killed it. */
  readonly ended: Promise<string>
}

export interface DriverOptions {
  readonly script: string
  readonly home: string
  readonly url: string
  readonly onTold: (told: Told) => void
  /** Run by this command, such as strace with its arguments. */
  readonly under?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

export function startDriver(options: DriverOptions): DriverProcess {
  const { script, home, url, onTold, under = [], environment = {} } = options
  const [command, ...args] = [...under, execPath, script, home, url] as const
  const child = spawn(command, args, { stdio: 'pipe', env: environment })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  // What was sent to a process that is gone is of no interest.
  child.stdin.on('error', () => {})
  createInterface({ input: child.stdout }).on('line', (line) => onTold(JSON.parse(line) as Told))
  return {
    send: (...commands) => child.stdin.write(commands.map((each) => `${each}\n`).join('')),
    kill: () => child.kill('SIGKILL'),
    ended: endOf(child).then((signal) => (signal === null ? complaint : '')),
  }
}

function endOf(child: ChildProcess): Promise<NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (_code, signal) => resolve(signal))
  })
}
