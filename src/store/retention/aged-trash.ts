import { join } from 'node:path'
import { isTempFileName } from '../../disk/stale-temp-files.ts'
import { forgetArchived } from '../forget-archived.ts'
import type { StoreContext } from '../store-context.ts'
import { addTombstone } from '../tombstones.ts'
import { type TrashedSession, listTrash, removeTrashEntry } from '../trash.ts'
import { readCatalogue } from '../catalogue.ts'

/** An entry of the trash, with what it takes up. */
export interface AgedEntry extends TrashedSession {
  /** When it came there, milliseconds since the epoch. */
  readonly trashedAt: number
  readonly bytes: number
}

const DAY = 86_400_000

/**
 * What has been in the trash for longer than some days, oldest first.
 *
 * @param days 0 is everything
 * @throws ChatCliError `storage`
 */
export function agedTrash(context: StoreContext, days: number): AgedEntry[] {
  const { now } = context
  return listTrash(context)
    .map((entry) => withSize(context, entry))
    .filter(({ trashedAt }) => days === 0 || trashedAt < now() - days * DAY)
    .sort((a, b) => a.trashedAt - b.trashedAt)
}

/** A note may be damaged, or written by a wrong clock: of the two times the later one counts. */
function withSize({ disk, home }: StoreContext, entry: TrashedSession): AgedEntry {
  const folder = join(home.trash, entry.entry)
  const stats = entry.files.map((file) => disk.stat(join(folder, file)))
  return {
    ...entry,
    trashedAt: Math.max(Date.parse(entry.at), disk.stat(folder)?.mtimeMs ?? 0),
    bytes: stats.reduce((sum, stat) => sum + (stat?.size ?? 0), 0),
  }
}

/**
 * Removes entries of the trash for good, with what only they name in the archive; their ids never come back.
 *
 * @yields each entry that is gone
 * @throws ChatCliError `storage`
 */
export function* removeTrashed(
  context: StoreContext,
  entries: readonly TrashedSession[],
): Generator<TrashedSession, void, undefined> {
  if (entries.length === 0) return
  const { home } = context
  const { rows } = readCatalogue(context)
  // Somebody may have put a copy back by hand, which lives on.
  const living = new Set(['', ...rows.flatMap(({ id, transcriptId = '' }) => [id, transcriptId])])
  const ids = new Set(entries.flatMap(({ id, transcript_id = '' }) => [id, transcript_id]))
  addTombstone(
    context,
    [...ids].filter((id) => !living.has(id)),
  )
  forgetArchived(
    context,
    entries.flatMap(({ entry, files }) => files.map((file) => join(home.trash, entry, file))),
  )
  for (const entry of entries) {
    removeTrashEntry(context, entry.entry)
    yield entry
  }
}

/** Folders in the trash that hold nothing: whoever made them was stopped before anything was moved. */
export function emptyEntries({ disk, home, now }: StoreContext): string[] {
  return disk.list(home.trash).filter((entry) => {
    const folder = join(home.trash, entry)
    const stat = disk.stat(folder)
    if (stat?.kind !== 'folder' || stat.mtimeMs > now() - DAY || !/^\d{8}-\d{6}-[0-9a-f]{8}$/.test(entry))
      return false
    return disk.list(folder).every((file) => file === 'why.json' || isTempFileName(file))
  })
}
