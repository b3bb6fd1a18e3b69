import { join } from 'node:path'
import { removeQuietly } from '../disk/remove-quietly.ts'
import { staleTempFiles } from '../disk/stale-temp-files.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { isArchiveFile } from './archive-paths.ts'
import type { StoreContext } from './store-context.ts'

export interface Pruned {
  /** Entries that are gone, because nobody asked for them in time, and because there were too many. */
  readonly expired: number
  readonly evicted: number
  /** Bytes of the entries that are left. */
  readonly bytes: number
}

const DAY = 86_400_000

export interface ArchiveBounds {
  /** Bytes of all entries; 0 is no bound. */
  readonly maxBytes: number
  /** Milliseconds an entry stays that nobody asks for; 0 is for ever. */
  readonly ttlMs: number
}

/** An entry that the bounds say is to go: nobody asked for it in time, or there are too many. */
export interface DueEntry {
  readonly path: string
  readonly size: number
  /** When it was last wanted, milliseconds since the epoch. */
  readonly usedAt: number
  readonly why: 'expired' | 'evicted'
}

/**
 * What of the archive was not asked for within `ttlMs`, then the longest unused until the rest has at most `maxBytes`.
 * Times in the future count as now.
 *
 * @throws ChatCliError `storage` when the folder cannot be read
 */
export function dueInArchive(
  context: StoreContext,
  { maxBytes, ttlMs }: ArchiveBounds,
): { readonly due: readonly DueEntry[]; readonly bytes: number } {
  const time = context.now()
  const entries = entriesOf(context, time)
  entries.sort((a, b) => a.usedAt - b.usedAt || (a.path < b.path ? -1 : 1))
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  const due: DueEntry[] = []
  let left = bytes
  for (const entry of entries) {
    const isOld = ttlMs > 0 && time - entry.usedAt > ttlMs
    const isTooMuch = maxBytes > 0 && left > maxBytes
    if (!isOld && !isTooMuch) break
    left -= entry.size
    due.push({ ...entry, why: isOld ? 'expired' : 'evicted' })
  }
  return { due, bytes }
}

/**
 * Removes what {@link dueInArchive} finds, and temp files of a day ago. What cannot be removed stays.
 *
 * @throws ChatCliError `storage` when the folder cannot be read
 */
export function pruneArchive(context: StoreContext, bounds: ArchiveBounds): Pruned {
  const { disk, home, now } = context
  for (const path of staleTempFiles(disk, home.ccr, now() - DAY)) removeQuietly(disk, path)
  const { due, bytes } = dueInArchive(context, bounds)
  let left = bytes
  let expired = 0
  let evicted = 0
  for (const { path, size, why } of due) {
    removeQuietly(disk, path)
    if (disk.stat(path) !== undefined) continue
    left -= size
    if (why === 'expired') expired++
    else evicted++
  }
  return { expired, evicted, bytes: left }
}

interface Entry {
  readonly path: string
  readonly size: number
  readonly usedAt: number
}

function entriesOf(context: StoreContext, time: number): Entry[] {
  const { disk, home } = context
  const folder = home.ccr
  try {
    return disk.list(folder).flatMap((name) => {
      const stat = isArchiveFile(name) ? disk.stat(join(folder, name)) : undefined
      if (stat?.kind !== 'file') return []
      return [{ path: join(folder, name), size: stat.size, usedAt: Math.min(stat.mtimeMs, time) }]
    })
  } catch (error) {
    throw toStorageError(error, 'look through', folder)
  }
}
