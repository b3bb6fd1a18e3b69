import { join } from 'node:path'
import { parseTime } from '../../conversation/parse-time.ts'
import { readText } from '../../disk/read-text.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import type { StoreContext } from '../store-context.ts'

/** What one run removed. */
export interface RetentionRun {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Sessions and transcripts that went to the trash, and entries of the trash that were removed. */
  readonly sessions: number
  readonly trash: number
}

/** What is remembered between runs; derived, and harmless to lose: then the next run is due, and announced. */
export interface RetentionState {
  readonly lastRun: number | undefined
  /** When the person was first told that something was removed. */
  readonly announcedAt: number | undefined
  /** The last runs that removed something, newest first. */
  readonly runs: readonly RetentionRun[]
}

const MOST_RUNS = 30

function pathOf({ home }: StoreContext): string {
  return join(home.state, 'retention.json')
}

export function readRetentionState(context: StoreContext): RetentionState {
  try {
    const said = JSON.parse(readText(context.disk, pathOf(context))) as Record<string, unknown>
    const runs = Array.isArray(said['runs']) ? (said['runs'] as Record<string, unknown>[]) : []
    return {
      lastRun: timeOf(said['last_run']),
      announcedAt: timeOf(said['announced_at']),
      runs: runs.flatMap((run) => {
        const at = timeOf(run['at'])
        return at === undefined
          ? []
          : [{ at, sessions: countIn(run['sessions']), trash: countIn(run['trash']) }]
      }),
    }
  } catch {
    return { lastRun: undefined, announcedAt: undefined, runs: [] }
  }
}

/** @throws ChatCliError `storage` */
export function writeRetentionState(
  context: StoreContext,
  { lastRun, announcedAt, runs }: RetentionState,
): void {
  const { disk, randomHex } = context
  const said = {
    last_run: isoOf(lastRun),
    announced_at: isoOf(announcedAt),
    runs: runs.slice(0, MOST_RUNS).map((run) => ({ ...run, at: isoOf(run.at) })),
  }
  const bytes = Buffer.from(`${JSON.stringify(said, undefined, 2)}\n`)
  writeDurably(disk, pathOf(context), bytes, { replace: true, randomName: () => randomHex(16) })
}

function timeOf(value: unknown): number | undefined {
  return typeof value === 'string' ? parseTime(value) : undefined
}

function countIn(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function isoOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString()
}
