import { dirname } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { ChatCliError } from '../../errors.ts'
import { removeTrashed } from '../retention/aged-trash.ts'
import { removeTrashEntry } from '../trash.ts'
import type { Expired } from '../retention/find-expired.ts'
import { moveExpired } from '../retention/move-expired.ts'
import type { StoreContext } from '../store-context.ts'
import type { PlannedItem, PruneItem } from './prune-item.ts'

/** What could not be removed stays, and is said. */
export interface PruneFailure {
  readonly item: PruneItem
  readonly error: ChatCliError
}

export interface Applied {
  readonly removed: readonly PruneItem[]
  readonly failed: readonly PruneFailure[]
}

/**
 * Removes what was planned, as long as nobody touched it since. One thing that cannot be removed does not keep the
 * others.
 */
export function applyPrune(context: StoreContext, items: readonly PlannedItem[]): Applied {
  const removed: PruneItem[] = []
  const failed: PruneFailure[] = []
  const trying = (item: PlannedItem, work: () => boolean): void => {
    try {
      if (work()) removed.push(item)
    } catch (error) {
      if (!(error instanceof ChatCliError)) throw error
      failed.push({ item, error })
    }
  }
  moveAll(context, items, removed, failed)
  for (const item of items) {
    if (item.how === 'remove') trying(item, () => removeFiles(context, item))
    if (item.how === 'unmade-entry') trying(item, () => (removeTrashEntry(context, item.entry), true))
  }
  emptyTrash(context, items, removed, failed)
  return { removed, failed }
}

type Planned<How> = Extract<PlannedItem, { how: How }>

function moveAll(
  context: StoreContext,
  items: readonly PlannedItem[],
  removed: PruneItem[],
  failed: PruneFailure[],
): void {
  const going = items.filter((item): item is Planned<'to-trash'> => item.how === 'to-trash')
  const byExpired = new Map<Expired, PruneItem>(going.map((item) => [item.expired, item]))
  try {
    for (const gone of moveExpired(context, [...byExpired.keys()])) {
      for (const expired of gone) {
        const item = byExpired.get(expired)
        if (item !== undefined) removed.push(item)
        byExpired.delete(expired)
      }
    }
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
    const [item] = byExpired.values()
    if (item !== undefined) failed.push({ item, error })
  }
}

function emptyTrash(
  context: StoreContext,
  items: readonly PlannedItem[],
  removed: PruneItem[],
  failed: PruneFailure[],
): void {
  const going = items.filter((item): item is Planned<'from-trash'> => item.how === 'from-trash')
  const left = [...going]
  try {
    for (const _ of removeTrashed(
      context,
      going.map(({ entry }) => entry),
    ))
      removed.push(...left.splice(0, 1))
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
    const [item] = left
    if (item !== undefined) failed.push({ item, error })
  }
}

function removeFiles({ disk }: StoreContext, { paths, folders }: Planned<'remove'>): boolean {
  const isAsPlanned = paths.every(({ path, stat }) => {
    const now = disk.stat(path)
    return now?.ino === stat.ino && now.size === stat.size && now.mtimeMs === stat.mtimeMs
  })
  if (!isAsPlanned) return false
  const emptied = new Set<string>()
  for (const { path } of paths) {
    try {
      disk.unlink(path)
      emptied.add(dirname(path))
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw toStorageError(error, 'remove', path)
    }
  }
  for (const folder of folders) {
    try {
      disk.removeFolder(folder)
      emptied.delete(folder)
      emptied.add(dirname(folder))
    } catch (error) {
      // Somebody put something there.
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? ''))
        throw toStorageError(error, 'remove', folder)
    }
  }
  for (const folder of emptied) if (disk.stat(folder) !== undefined) disk.syncFolder(folder)
  return true
}
