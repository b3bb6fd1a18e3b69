import { basename, dirname, join } from 'node:path'
import type { Disk, FileStat } from '../../disk/disk.ts'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { writeAll } from '../../disk/write-all.ts'
import { ChangedLog } from '../changed-log.ts'
import type { StoreContext } from '../store-context.ts'
import { compactTime } from '../transcript-id.ts'
import type { TrashNote } from '../trash.ts'
import type { Expired } from './find-expired.ts'

/**
 * Moves what has expired into the trash, an entry each, several at a time: their notes are on the device before
 * anything moves, and each file is in one of the two places whatever happens. What somebody touched since it was
 * judged stays.
 *
 * @param batch how many share their syncs, and go between two yields
 * @yields what went with each batch
 * @throws ChatCliError `storage`
 */
export function* moveExpired(
  context: StoreContext,
  expired: readonly Expired[],
  { batch = 64 }: { readonly batch?: number } = {},
): Generator<readonly Expired[], void, undefined> {
  const log = new ChangedLog(context)
  try {
    for (let from = 0; from < expired.length; from += batch) {
      const going = expired.slice(from, from + batch).filter((item) => isAsJudged(context.disk, item))
      if (going.length > 0) moveBatch(context, going)
      for (const { id } of going) log.note({ id, what: 'deleted' })
      yield going
    }
  } finally {
    log.close()
  }
}

function isAsJudged(disk: Disk, { files }: Expired): boolean {
  return files.length > 0 && files.every(({ path, stat }) => isSame(stat, disk.stat(path)))
}

function isSame(a: FileStat, b: FileStat | undefined): boolean {
  return a.ino === b?.ino && a.dev === b.dev && a.size === b.size && a.mtimeMs === b.mtimeMs
}

function moveBatch(context: StoreContext, going: readonly Expired[]): void {
  const { disk, home } = context
  makeFolderDurably(disk, home.trash)
  try {
    const entries = going.map((item) => item.entry ?? makeEntry(context, item))
    disk.syncFolder(home.trash)
    const emptied = new Set<string>()
    for (const [i, { files }] of going.entries()) {
      for (const { path } of files) {
        disk.rename(path, join(home.trash, entries[i] ?? '', basename(path)))
        emptied.add(dirname(path))
      }
    }
    for (const entry of entries) disk.syncFolder(join(home.trash, entry))
    for (const folder of emptied) disk.syncFolder(folder)
  } catch (error) {
    throw toStorageError(error, 'move to the trash', home.trash)
  }
}

/** The folder of the trash, with its note. The name of the note is on the device with those of the files that follow. */
function makeEntry({ disk, home, now, randomHex }: StoreContext, item: Expired): string {
  const { name, id, transcriptId } = item
  const entry = `${compactTime(now())}-${randomHex(8)}`
  const note: TrashNote = {
    name,
    id,
    ...(transcriptId === undefined ? {} : { transcript_id: transcriptId }),
    reason: 'expired',
    at: new Date(now()).toISOString(),
  }
  disk.makeFolder(join(home.trash, entry))
  const fd = disk.createExclusive(join(home.trash, entry, 'why.json'))
  try {
    writeAll(disk, fd, Buffer.from(JSON.stringify(note, undefined, 2)))
    disk.sync(fd)
  } finally {
    disk.close(fd)
  }
  return entry
}
