import { spawn } from 'node:child_process'

/** How a process ended. */
export interface Ended {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * @param options.patience milliseconds, after which it is killed
 * @param options.cwd its working folder
 * @param options.input what it is told on standard input
 * @param options.onStart gets its number
 */
export function runProcess(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  {
    patience,
    cwd,
    input,
    onStart,
  }: {
    readonly patience?: number
    readonly cwd?: string
    readonly input?: string | undefined
    readonly onStart?: (pid: number | undefined) => void
  } = {},
): Promise<Ended> {
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    env: environment,
    stdio: 'pipe',
    cwd,
    timeout: patience,
    killSignal: 'SIGKILL',
  })
  onStart?.(child.pid)
  // What is told to a process that is gone is of no interest.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status, signal) => resolve({ status, signal, stdout, stderr }))
  })
}
