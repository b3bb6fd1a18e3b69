import { basename, join } from 'node:path'
import { parseTime } from '../../conversation/parse-time.ts'
import { readText } from '../../disk/read-text.ts'
import type { StoreContext } from '../store-context.ts'
import type { PlannedItem, PruneReason } from './prune-item.ts'
import { type FoundFile, walkFiles } from './walk-files.ts'

const DAY = 86_400_000
const MINUTE = 60_000
/** So many that start in one minute, each with at most so many requests, are left by tests. */
const burst = { snapshots: 4, requests: 2 }

/**
 * What of the cost snapshots in `costs/` can go: those past the lifetime of sessions, and bursts of tiny ones that
 * tests leave. What cannot be read stays, and so does the ledger of days.
 *
 * @param ttlDays 0 is for ever
 */
export function planCosts(context: StoreContext, ttlDays: number): PlannedItem[] {
  const { disk, home, now } = context
  const snapshots = [...walkFiles(disk, join(home.root, 'costs'))].filter(
    ({ path, stat }) =>
      stat.kind === 'file' && path.endsWith('.json') && !/daily|ledger/i.test(basename(path)),
  )
  const isOld = ({ stat }: FoundFile): boolean => ttlDays > 0 && stat.mtimeMs < now() - ttlDays * DAY
  const old = snapshots.filter(isOld)
  const byMinute = new Map<number, FoundFile[]>()
  for (const file of snapshots) {
    const small = isOld(file) ? undefined : smallSnapshot(context, file.path)
    if (small === undefined) continue
    const minute = Math.floor(small / MINUTE)
    byMinute.set(minute, [...(byMinute.get(minute) ?? []), file])
  }
  const bursts = [...byMinute.values()].filter(({ length }) => length >= burst.snapshots).flat()
  return [...old.map((file) => itemOf('ttl', file)), ...bursts.map((file) => itemOf('burst', file))]
}

/** When a snapshot of few requests begins, milliseconds since the epoch; undefined for any other. */
function smallSnapshot({ disk }: StoreContext, path: string): number | undefined {
  try {
    const fields = JSON.parse(readText(disk, path)) as Readonly<Record<string, unknown>>
    const requests = ['requests', 'request_count', 'total_requests'].map((key) => fields[key])
    const count = requests.find((value) => typeof value === 'number')
    if (count === undefined || count > burst.requests) return undefined
    const begins = ['started_at', 'start_time', 'session_start', 'created_at'].map((key) => fields[key])
    return parseTime(begins.find((value) => typeof value === 'string'))
  } catch {
    return undefined
  }
}

function itemOf(reason: PruneReason, file: FoundFile): PlannedItem {
  const { path, stat } = file
  const name = basename(path)
  return {
    store: 'costs',
    reason,
    name,
    files: 1,
    bytes: stat.size,
    at: stat.mtimeMs,
    how: 'remove',
    paths: [file],
    folders: [],
  }
}
