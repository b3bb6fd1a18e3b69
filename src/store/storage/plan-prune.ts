import { basename, join, relative, sep } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { isTempFileName } from '../../disk/stale-temp-files.ts'
import { type ArchiveBounds, dueInArchive } from '../archive-prune.ts'
import { agedTrash, emptyEntries } from '../retention/aged-trash.ts'
import { type Expired, findExpired } from '../retention/find-expired.ts'
import type { RetentionPolicy } from '../retention/retention-policy.ts'
import type { StoreContext } from '../store-context.ts'
import { planCheckpoints } from './plan-checkpoints.ts'
import { planCosts } from './plan-costs.ts'
import { type PlannedItem, pruneReasons } from './prune-item.ts'
import { storeOf } from './store-names.ts'
import { type FoundFile, walkFiles } from './walk-files.ts'

export interface PlanPruneOptions {
  readonly policy: RetentionPolicy
  readonly archive: ArchiveBounds
}

const HOUR = 3_600_000

/**
 * Everything the rules would remove now, by reason and then oldest first; nothing is changed.
 *
 * @throws ChatCliError `storage`
 */
export function planPrune(context: StoreContext, { policy, archive }: PlanPruneOptions): PlannedItem[] {
  const items = [
    ...findExpired(context, policy).map(expiredItem),
    ...archiveItems(context, archive),
    ...trashItems(context, policy),
    ...planCosts(context, policy.ttlDays),
    ...planCheckpoints(context, policy.ttlDays),
  ]
  const taken = new Set(
    items.flatMap((item) => (item.how === 'remove' ? item.paths.map(({ path }) => path) : [])),
  )
  items.push(...strayItems(context).filter(({ paths: [file] }) => !taken.has(file?.path ?? '')))
  return items.sort(
    (a, b) => pruneReasons.indexOf(a.reason) - pruneReasons.indexOf(b.reason) || (a.at ?? 0) - (b.at ?? 0),
  )
}

function expiredItem(expired: Expired): PlannedItem {
  const { name, reason, touchedAt: at, bytes, files } = expired
  const isSession = files.some(({ path }) => path.endsWith('.json'))
  const store = isSession ? 'sessions' : 'transcripts'
  return { store, reason, name, files: files.length, bytes, at, how: 'to-trash', expired }
}

function archiveItems({ disk, ...context }: StoreContext, bounds: ArchiveBounds): PlannedItem[] {
  return dueInArchive({ disk, ...context }, bounds).due.flatMap(({ path, usedAt, why }): PlannedItem[] => {
    const stat = disk.stat(path)
    if (stat === undefined) return []
    const reason = why === 'expired' ? 'ttl' : 'cap'
    const name = basename(path, '.ccr')
    return [
      { store: 'archive', reason, name, files: 1, bytes: stat.size, at: usedAt, ...removal({ path, stat }) },
    ]
  })
}

function trashItems(context: StoreContext, { trashDays }: RetentionPolicy): PlannedItem[] {
  const aged = trashDays === 0 ? [] : agedTrash(context, trashDays)
  return [
    ...aged.map((entry): PlannedItem => {
      const { name, files, bytes, trashedAt: at } = entry
      const count = files.length + 1
      return { store: 'trash', reason: 'trash-age', name, files: count, bytes, at, how: 'from-trash', entry }
    }),
    ...emptyEntries(context).map((entry): PlannedItem => {
      return {
        store: 'trash',
        reason: 'stray',
        name: entry,
        files: 1,
        bytes: 0,
        at: undefined,
        how: 'unmade-entry',
        entry,
      }
    }),
  ]
}

type Removal = Extract<PlannedItem, { how: 'remove' }>

/** Temp files of programs that were stopped, wherever they are in the home. */
function strayItems({ disk, home, now }: StoreContext): Removal[] {
  return homeFiles(disk, home.root).flatMap(({ path, stat }): Removal[] => {
    const name = basename(path)
    const isTemp = isTempFileName(name) || (stat.kind === 'file' && name.endsWith('.tmp'))
    if (!isTemp || Math.max(stat.mtimeMs, stat.ctimeMs) > now() - HOUR) return []
    const under = relative(home.root, path).split(sep)
    const shown = under.join('/')
    const store = storeOf(under)
    return [
      {
        store,
        reason: 'stray',
        name: shown,
        files: 1,
        bytes: stat.size,
        at: stat.mtimeMs,
        ...removal({ path, stat }),
      },
    ]
  })
}

/** What agents and tools keep in folders of their own is none of our business. */
const known = [
  'sessions',
  'transcripts',
  'ccr',
  'trash',
  'index',
  'contexts',
  'costs',
  'checkpoints',
  'state',
] as const

function homeFiles(disk: Disk, root: string): FoundFile[] {
  const top = disk.list(root).flatMap((name) => {
    const path = join(root, name)
    const stat = disk.stat(path)
    return stat === undefined || stat.kind === 'folder' ? [] : [{ path, stat }]
  })
  return [...top, ...known.flatMap((folder) => [...walkFiles(disk, join(root, folder))])]
}

function removal(file: FoundFile): Pick<Removal, 'how' | 'paths' | 'folders'> {
  return { how: 'remove', paths: [file], folders: [] }
}
