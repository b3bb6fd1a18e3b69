import { basename, join } from 'node:path'
import { readWholeFile } from '../disk/read-file.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { appendMark } from './append-mark.ts'
import { readCatalogue } from './catalogue.ts'
import type { CatalogueRow } from './catalogue-row.ts'
import { noteChange } from './changed-log.ts'
import { finishRename } from './finish-rename.ts'
import { sessionNotFound, sessionPath } from './read-session.ts'
import { seededId } from './seed-events.ts'
import { readSessionHead } from './session-head.ts'
import { isSafeName } from './session-name.ts'
import { sideFilesOf, transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'
import { addTombstone } from './tombstones.ts'
import {
  type TrashNote,
  moveDurably,
  moveToTrash,
  removeTrashEntry,
  sweepRestored,
  trashEntries,
} from './trash.ts'

export interface DeleteSessionOptions {
  readonly reason?: TrashNote['reason']
  /** Remove it for good, from the trash too. */
  readonly purge?: boolean
}

/**
 * Deletes a session, or a conversation that was interrupted: its transcript says so, then its files go to the trash. A
 * file that cannot be read goes there as well, as it is.
 *
 * @returns the folder in the trash, undefined after a purge
 * @throws ChatCliError `not-found`, `storage`
 */
export function deleteSession(
  context: StoreContext,
  asked: string,
  { reason = 'deleted', purge = false }: DeleteSessionOptions = {},
): string | undefined {
  const name = finishRename(context, asked)
  sweepRestored(context)
  const { rows, unreadable } = readCatalogue(context)
  const row = rows.find((row) => row.name === name)
  const trashed = purge ? trashEntries(context).filter((entry) => entry.name === name) : []
  const isThere = row !== undefined || unreadable.some((other) => other.name === name)
  if (!isThere && trashed.length === 0) throw sessionNotFound(name)
  const transcriptId = row === undefined ? undefined : ownTranscript(context, row, rows)
  // A surface that is bound to the session learns from this that it is gone.
  if (transcriptId !== undefined) appendMark(context, transcriptId, { mark: 'deleted' })
  const ids = [row?.id, row?.transcriptId, ...trashed.map(({ id }) => id)].filter(
    (id) => id !== undefined && id !== '',
  )
  const paths = isThere ? pathsOf(context, name, row?.interrupted ?? false, transcriptId) : []
  let entry: string | undefined
  if (purge) {
    addTombstone(context, ids as string[])
    removeAll(context, paths)
    for (const old of trashed) removeTrashEntry(context, old.entry)
    // The kept catalogue still has its title.
    readCatalogue(context)
  } else {
    const transcript = transcriptId === undefined ? {} : { transcript_id: transcriptId }
    const id = row === undefined ? '' : row.id || seededIdOf(context, row)
    entry = moveToTrash(context, { name, id, ...transcript, reason }, paths)
    if (row !== undefined && !row.interrupted) moveRevived(context, row, entry)
  }
  noteChange(context, { id: row?.id ?? '', what: purge ? 'purged' : 'deleted' })
  return entry
}

/** The id under which a surface that has a file of another program open would go on. */
function seededIdOf({ disk, home }: StoreContext, { name }: CatalogueRow): string {
  const path = join(home.sessions, `${name}.json`)
  try {
    return seededId(name, readWholeFile(disk, path))
  } catch (error) {
    throw toStorageError(error, 'read', path)
  }
}

/** A surface that was just writing its snapshot may have put the file back in place: it goes the way of the other one. */
function moveRevived(context: StoreContext, { name, id, transcriptId }: CatalogueRow, entry: string): void {
  const path = sessionPath(context, name)
  if (context.disk.stat(path) === undefined) return
  let head
  try {
    head = readSessionHead(context.disk, path)
  } catch {
    return
  }
  const isTied = transcriptId !== undefined && head.transcript_id === transcriptId
  const isIt = isTied || (head.id ?? head.transcript_id) === id
  if (isIt) moveDurably(context, path, join(context.home.trash, entry, basename(path)))
}

/** The transcript goes along unless a copied file still needs it. */
function ownTranscript(
  context: StoreContext,
  row: CatalogueRow,
  rows: readonly CatalogueRow[],
): string | undefined {
  const id = row.transcriptId
  if (id === undefined || !isSafeName(id)) return undefined
  const isShared = rows.some((other) => other.name !== row.name && other.transcriptId === id)
  return isShared || context.disk.stat(transcriptPath(context, id)) === undefined ? undefined : id
}

/** The session file goes first: without it the transcript cannot be taken for one that still has a session. */
function pathsOf(
  context: StoreContext,
  name: string,
  isInterrupted: boolean,
  id: string | undefined,
): string[] {
  const session = isInterrupted ? [] : [sessionPath(context, name)]
  return id === undefined ? session : [...session, transcriptPath(context, id), ...sideFilesOf(context, id)]
}

function removeAll({ disk }: StoreContext, paths: readonly string[]): void {
  for (const path of paths) {
    try {
      disk.unlink(path)
      disk.syncFolder(join(path, '..'))
    } catch (error) {
      throw toStorageError(error, 'remove', path)
    }
  }
}
