import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as after } from 'node:timers/promises'
import { round } from '../measure.ts'
import { makeCorpus } from '../search/made-corpora.ts'
import { memorySlope } from './memory-slope.ts'
import { type ServedProgram, serveProgram, type Wire } from './served-program.ts'

export interface McpBenchSize {
  readonly sessions: number
  /** How long it is asked 50 times a second. */
  readonly seconds: number
  /** How many calls its memory is watched over. */
  readonly calls: number
}

export interface McpFigures {
  readonly wire: Wire
  readonly sessions: number
  /** The first search, which makes the index when there is none. */
  readonly firstSearch: number
  /** Calls a second, at times that do not wait for answers. */
  readonly rate: number
  /** From the moment a call was due to its answer. */
  readonly latency: {
    readonly calls: number
    readonly p50: number
    readonly p95: number
    readonly p99: number
  }
  readonly atOnce: { readonly calls: number; readonly answered: number; readonly took: number }
  readonly memory: {
    readonly calls: number
    readonly callsPerSecond: number
    /** Processor time of the server for each call: the figure that others on the machine disturb least. */
    readonly processorMsPerCall: number | undefined
    readonly startMb: number
    readonly endMb: number
    /** KB of memory for each thousand calls, over the second half: the line that fits best. */
    readonly kbPerThousand: number
  }
}

const rate = 50
const burst = 1000
const beside = 16
const samples = 60
const longestFirst = 600_000

/** What `session_search` costs a client of the MCP server, over each wire, in a home of so many sessions. */
export async function mcpBench(home: string, cli: string, size: McpBenchSize): Promise<McpFigures[]> {
  const corpus = join(home, 'corpus')
  const file = join(home, 'queries.json')
  makeCorpus(corpus, file, size.sessions)
  const queries = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>).flat()
  const rows: McpFigures[] = []
  for (const wire of ['stdio', 'http'] as const) {
    const program = await serveProgram(cli, corpus, wire)
    try {
      rows.push(await measured(program, wire, queries, size))
    } finally {
      await program.close()
    }
  }
  return rows
}

async function measured(
  program: ServedProgram,
  wire: Wire,
  queries: readonly string[],
  { sessions, seconds, calls }: McpBenchSize,
): Promise<McpFigures> {
  const search = async (i: number, timeout?: number): Promise<void> => {
    const query = queries[i % queries.length] ?? ''
    const call = { name: 'session_search', arguments: { query } }
    const { isError } = await program.client.callTool(call, timeout === undefined ? {} : { timeout })
    if (isError === true) throw new Error(`session_search failed for "${query}"`)
  }
  const started = performance.now()
  await search(0, longestFirst)
  const firstSearch = performance.now() - started
  for (let i = 0; i < 100; i++) await search(i)
  const latency = await atRate(search, rate * seconds)
  const atOnce = await allAtOnce(search)
  const memory = await watched(search, calls, program)
  return { wire, sessions, firstSearch: round(firstSearch), rate, latency, atOnce, memory }
}

type Search = (i: number, timeout?: number) => Promise<void>

async function atRate(search: Search, count: number): Promise<McpFigures['latency']> {
  const start = performance.now()
  const times: number[] = []
  const running: Promise<void>[] = []
  for (let i = 0; i < count; i++) {
    const due = start + (i * 1000) / rate
    const wait = due - performance.now()
    if (wait > 0) await after(wait)
    // A call that is late because the one before it took long has waited all the same.
    running.push(search(i).then(() => void times.push(performance.now() - due)))
  }
  await Promise.all(running)
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number): number => round(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN)
  return { calls: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

async function allAtOnce(search: Search): Promise<McpFigures['atOnce']> {
  const start = performance.now()
  const calls = Array.from({ length: burst }, (_, i) => search(i, longestFirst))
  const answered = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length
  return { calls: burst, answered, took: round(performance.now() - start) }
}

async function watched(
  search: Search,
  calls: number,
  { memory, processorTime }: ServedProgram,
): Promise<McpFigures['memory']> {
  const every = Math.max(1, Math.floor(calls / samples))
  const points: { readonly calls: number; readonly mb: number }[] = [{ calls: 0, mb: memory() }]
  const start = performance.now()
  const processorBefore = processorTime()
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < calls) {
      const i = next++
      await search(i)
      if ((i + 1) % every === 0) points.push({ calls: i + 1, mb: memory() })
    }
  }
  await Promise.all(Array.from({ length: beside }, worker))
  const seconds = (performance.now() - start) / 1000
  const processorAfter = processorTime()
  return {
    calls,
    callsPerSecond: round(calls / seconds),
    processorMsPerCall:
      processorBefore === undefined || processorAfter === undefined
        ? undefined
        : round((processorAfter - processorBefore) / calls),
    startMb: round(points[0]?.mb ?? Number.NaN),
    endMb: round(points.at(-1)?.mb ?? Number.NaN),
    kbPerThousand: round(memorySlope(points.slice(Math.floor(points.length / 2))) * 1024 * 1000),
  }
}
