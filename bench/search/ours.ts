import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { createRealDisk } from '../../src/disk/real-disk.ts'
import { createProcessProbe } from '../../src/disk/process-identity.ts'
import { RecordIndex } from '../../src/record-index.ts'
import { deleteSession } from '../../src/store/delete-session.ts'
import { homePaths } from '../../src/store/home-paths.ts'
import { openLive } from '../../src/store/open-live.ts'
import { recordStamps } from '../../src/store/record-stamps.ts'
import type { StoreContext } from '../../src/store/store-context.ts'
import { peakMemory } from '../measure.ts'
import type { Queries } from './peers.ts'

export interface BuildFigures {
  readonly ms: number
  readonly cpuMs: number
  readonly peakMb: number
  readonly sessions: number
  readonly messages: number
  /** UTF-16 code units. */
  readonly text: number
  readonly segments: number
  readonly bytes: number
}

export interface UseFigures {
  readonly times: Readonly<Record<string, readonly number[]>>
  /** The first look at an index by a process, with one query. */
  readonly openMs: number
  readonly freshness: readonly number[]
  readonly sweep: readonly number[]
  readonly update: readonly number[]
  readonly forget: readonly number[]
}

/** Makes the index of a home, in a process that does nothing else. */
export function measureBuild(home: string): BuildFigures {
  const index = new RecordIndex(contextOf(home))
  const start = performance.now()
  const cpu = process.cpuUsage()
  const { sessions, messages, text, segments, bytes } = index.rebuild()
  const { user, system } = process.cpuUsage(cpu)
  const peakMb = peakMemory() / 2 ** 20
  return {
    ms: performance.now() - start,
    cpuMs: (user + system) / 1000,
    peakMb,
    sessions,
    messages,
    text,
    segments,
    bytes,
  }
}

/** Asks an index that is there, keeps it fresh, and takes sessions out of it. */
export function measureUse(home: string, queries: Queries): UseFigures {
  const context = contextOf(home)
  const index = new RecordIndex(context, { later: (work) => setTimeout(work, 1000).unref() })
  const all = Object.values(queries).flat()
  const openMs = took(() => index.search(all[0] ?? 'nothing', {}))
  const classes = Object.entries(queries)
  // Warm: every class was asked something a few times.
  for (const [, list] of classes) for (const query of list.slice(0, 5)) index.search(query, {})
  // In turns, so that what the first ones still warm up is not all borne by one class.
  const times: Record<string, number[]> = {}
  for (let i = 0; classes.some(([, list]) => i < list.length); i++)
    for (const [name, list] of classes) {
      const query = list[i]
      if (query !== undefined) (times[name] ??= []).push(took(() => index.search(query, {})))
    }
  const names = recordStamps(context).map(({ name }) => name)
  const freshness = repeat(50, () => took(() => index.refresh()))
  const sweep = repeat(5, () => took(() => index.refresh({ sweep: true })))
  const update = repeat(15, (i) => {
    const name = names[Math.floor((i * names.length) / 15)] ?? ''
    // The first turn here gives a session of another program its transcript.
    appendTurn(context, name, 'shall we go on?')
    index.refresh()
    appendTurn(context, name, `how many retries does worker ${i} make? xenolith${i}`)
    const ms = took(() => index.refresh())
    if (index.search(`xenolith${i}`, {}).total !== 1) throw new Error('a changed session was not found')
    return ms
  })
  const forget = repeat(5, (i) => {
    deleteSession(context, names[Math.floor(((i + 0.5) * names.length) / 5)] ?? '', { purge: true })
    return took(() => index.forget())
  })
  return { times, openMs, freshness, sweep, update, forget }
}

function appendTurn(context: StoreContext, name: string, content: string): void {
  const live = openLive(context, name)
  live.append([{ role: 'user', content }])
  live.close()
}

function contextOf(home: string): StoreContext {
  const { self, liveness } = createProcessProbe()
  return {
    disk: createRealDisk(),
    home: homePaths(home),
    now: Date.now,
    randomHex: (digits) =>
      randomBytes(Math.ceil(digits / 2))
        .toString('hex')
        .slice(0, digits),
    transcripts: true,
    processIdentity: { ...self },
    isProvablyDead: (identity) => liveness(identity as unknown as typeof self) === 'dead',
  }
}

function repeat(count: number, work: (i: number) => number): number[] {
  return Array.from({ length: count }, (_, i) => work(i))
}

function took(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
