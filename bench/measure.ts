import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

/** Milliseconds of several runs. */
export interface Timing {
  readonly runs: number
  readonly p50: number
  readonly p99: number
}

export function timingOf(milliseconds: readonly number[]): Timing {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
  return { runs: sorted.length, p50: round(at(0.5)), p99: round(at(0.99)) }
}

export function timeOf(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Whole processes, taken in turn so that a slow moment of the machine hits all of them alike. */
export function timeProcesses<Name extends string>(
  commands: Readonly<Record<Name, readonly string[]>>,
  environment: Readonly<Record<string, string>>,
  runs: number,
): Record<Name, Timing> {
  const names = Object.keys(commands) as Name[]
  const times = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let run = -1; run < runs; run++) {
    for (const name of names) {
      const [command = '', ...args] = commands[name]
      const options = { env: { ...process.env, ...environment }, stdio: 'ignore' } as const
      const took = timeOf(() => {
        const { status } = spawnSync(command, args, options)
        if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`)
      })
      if (run >= 0) times.get(name)?.push(took)
    }
  }
  return Object.fromEntries(names.map((name) => [name, timingOf(times.get(name) ?? [])])) as Record<
    Name,
    Timing
  >
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

/**
 * The most memory this process had, in bytes. What getrusage says of a child begins with the memory of its parent, so the
 * system's own book is asked where there is one.
 */
export function peakMemory(): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}
