import { join } from 'node:path'
import { removeQuietly } from '../disk/remove-quietly.ts'
import { staleTempFiles } from '../disk/stale-temp-files.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { keyOfFile } from './archive-paths.ts'
import type { StoreContext } from './store-context.ts'

export interface Pruned {
  /** Entries that are gone, because nobody asked for them in time, and because there were too many. */
  readonly expired: number
  readonly evicted: number
  /** Bytes of the entries that are left. */
  readonly bytes: number
}

const DAY = 86_400_000

/**
 * Removes entries of the archive that were not asked for within `ttlMs`, then the longest unused until the rest has at
 * most `maxBytes`; 0 is no bound for either. Times in the future count as now. What cannot be removed stays.
 *
 * @throws ChatCliError `storage` when the folder cannot be read
 */
export function pruneArchive(
  context: StoreContext,
  { maxBytes, ttlMs }: { readonly maxBytes: number; readonly ttlMs: number },
): Pruned {
  const { disk, now } = context
  const time = now()
  const entries = entriesOf(context, time)
  entries.sort((a, b) => a.usedAt - b.usedAt || (a.path < b.path ? -1 : 1))
  let bytes = entries.reduce((sum, { size }) => sum + size, 0)
  let expired = 0
  let evicted = 0
  for (const { path, size, usedAt } of entries) {
    const isOld = ttlMs > 0 && time - usedAt > ttlMs
    const isTooMuch = maxBytes > 0 && bytes > maxBytes
    if (!isOld && !isTooMuch) break
    removeQuietly(disk, path)
    if (disk.stat(path) !== undefined) continue
    bytes -= size
    if (isOld) expired++
    else evicted++
  }
  return { expired, evicted, bytes }
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
    for (const path of staleTempFiles(disk, folder, time - DAY)) removeQuietly(disk, path)
    return disk.list(folder).flatMap((name) => {
      const stat = keyOfFile(name) === undefined ? undefined : disk.stat(join(folder, name))
      if (stat?.kind !== 'file') return []
      return [{ path: join(folder, name), size: stat.size, usedAt: Math.min(stat.mtimeMs, time) }]
    })
  } catch (error) {
    throw toStorageError(error, 'look through', folder)
  }
}
