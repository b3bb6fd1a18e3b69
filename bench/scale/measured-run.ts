import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { performance } from 'node:perf_hooks'

/** What one whole process of the program took. */
export interface MeasuredRun {
  /** Milliseconds, by the clock and of the processor. */
  readonly wall: number
  readonly cpu: number
  /** Bytes of memory, the most it had at once. */
  readonly peak: number
  /** Of the files in its home: how many it opened and looked at, and bytes read of them. */
  readonly opened: number
  readonly looked: number
  readonly bytesRead: number
  readonly exitCode: number
  /** The end of what it said. */
  readonly said: string
}

export interface MeasuredRunOptions {
  readonly home: string
  readonly environment?: Readonly<Record<string, string>>
  readonly input?: string
}

/** Runs the built program on a home and waits for its end. Linux only: memory is read from /proc. */
export async function measuredRun(
  cli: string,
  words: readonly string[],
  { home, environment = {}, input = '' }: MeasuredRunOptions,
): Promise<MeasuredRun> {
  const probe = `${home}.probe.json`
  rmSync(probe, { force: true })
  const preload = resolve('bench', 'scale', 'probe.mjs')
  const begun = performance.now()
  // With the flag of the engine that the command sets.
  const child = spawn(process.execPath, ['--import', preload, cli, ...words], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: `${home}.person`,
      CHATCLI_HOME: home,
      CHATCLI_LANG: 'en',
      CHATCLI_BENCH_PROBE: probe,
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (chunk: Buffer): void => void (said = `${said}${chunk.toString()}`.slice(-2000))
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  const wall = performance.now() - begun
  const told = JSON.parse(readFileSync(probe, 'utf8')) as Omit<MeasuredRun, 'wall' | 'exitCode' | 'said'>
  return { ...told, wall, exitCode: code ?? -1, said }
}
