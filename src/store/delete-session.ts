import { basename, join } from 'node:path'
import { errorCode } from '../disk/error-code.ts'
import { readWholeFile } from '../disk/read-file.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { appendMark } from './append-mark.ts'
import { readCatalogue } from './catalogue.ts'
import type { CatalogueRow } from './catalogue-row.ts'
import { noteChange } from './changed-log.ts'
import { finishRename } from './finish-rename.ts'
import { forgetArchived } from './forget-archived.ts'
import { sessionNotFound, sessionPath } from './read-session.ts'
import { seededId } from './seed-events.ts'
import { readSessionHead } from './session-head.ts'
import { isSafeName } from './session-name.ts'
import { sideFilesOf, transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'
import { sweepTempFiles } from './sweep-temp-files.ts'
import { addTombstone, readTombstones } from './tombstones.ts'
import {
  type TrashNote,
  type TrashedSession,
  moveDurably,
  moveToTrash,
  removeTrashEntry,
  sweepRestored,
  trashEntries,
} from './trash.ts'

/** Longer than any write takes. */
const TEN_MINUTES = 600_000

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
  const sameName = purge ? trashEntries(context).filter((entry) => entry.name === name) : []
  const isThere = row !== undefined || unreadable.some((other) => other.name === name)
  if (!isThere && sameName.length === 0) throw sessionNotFound(name)
  const transcripts = isThere ? transcriptsOf(context, name, row, rows) : []
  const id = row === undefined ? '' : row.id || seededIdOf(context, row)
  const ids = new Set([id, row?.transcriptId, ...transcripts])
  const trashed = isThere ? sameName.filter((entry) => isOneOf(entry, ids)) : likeNewest(sameName)
  // It comes first: what a purge that is cut short leaves can only be told from a conversation by this.
  if (purge) addTombstone(context, known([...ids, ...trashed.flatMap(idsOf)]))
  // A surface that is bound to the session learns from this that it is gone.
  for (const transcript of transcripts) appendMark(context, transcript, { mark: 'deleted' })
  const session = isThere && row?.interrupted !== true ? [sessionPath(context, name)] : []
  const journals = transcripts.flatMap((id) => [transcriptPath(context, id), ...sideFilesOf(context, id)])
  let entry: string | undefined
  if (purge) {
    const gone = trashed.flatMap(({ entry: old, files }) =>
      files.map((file) => join(context.home.trash, old, file)),
    )
    // First of all: what is left of a purge that is cut short still says what was archived.
    forgetArchived(context, [...journals, ...session, ...gone])
    // The session file goes last: while it is there, the purge can be asked for again. Side files go first: without
    // the transcript that says they are deleted they would be taken for a conversation.
    removeAll(context, [...journals.toReversed(), ...session])
    for (const old of trashed) removeTrashEntry(context, old.entry)
    // The kept catalogue still has its title.
    sweepPurged(context, readCatalogue(context).rows)
    sweepTempFiles(context, TEN_MINUTES)
  } else {
    const transcript = transcripts[0] === undefined ? {} : { transcript_id: transcripts[0] }
    // The session file goes first: without it the transcript cannot be taken for one that still has a session.
    entry = moveToTrash(context, { name, id, ...transcript, reason }, [...session, ...journals])
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

/** The transcripts that go along; of a session that cannot be read, those that were last called like it. */
function transcriptsOf(
  context: StoreContext,
  name: string,
  row: CatalogueRow | undefined,
  rows: readonly CatalogueRow[],
): string[] {
  if (row !== undefined) return known([ownTranscript(context, row, rows)])
  return rows.filter(({ interrupted, storedName }) => interrupted && storedName === name).map(({ id }) => id)
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

function idsOf({ id, transcript_id }: TrashNote): (string | undefined)[] {
  return [id, transcript_id]
}

function known(ids: readonly (string | undefined)[]): string[] {
  return [...new Set(ids)].filter((id): id is string => id !== undefined && id !== '')
}

function isOneOf(entry: TrashNote, ids: ReadonlySet<string | undefined>): boolean {
  return known(idsOf(entry)).some((id) => ids.has(id))
}

/** Of trashed sessions that have one name, newest first: the newest, and what is of the same conversation. */
function likeNewest(trashed: readonly TrashedSession[]): TrashedSession[] {
  const ids = new Set(trashed.slice(0, 1).flatMap(idsOf))
  return trashed.filter((entry, i) => i === 0 || isOneOf(entry, ids))
}

/** What a purge that was cut short has left: transcripts that were purged, and that nothing shows any more. */
function sweepPurged(context: StoreContext, rows: readonly CatalogueRow[]): void {
  const { disk, home } = context
  const shown = new Set(rows.map(({ transcriptId }) => transcriptId))
  const purged = readTombstones(context)
  const isLeft = (id: string): boolean => purged.has(id) && !shown.has(id)
  const left = disk.list(home.transcripts).filter((file) => {
    const id = file.slice(0, -'.jsonl'.length)
    const owner = id.slice(0, Math.max(0, id.lastIndexOf('.')))
    return file.endsWith('.jsonl') && !shown.has(id) && (isLeft(id) || isLeft(owner))
  })
  const paths = left.map((file) => join(home.transcripts, file))
  forgetArchived(context, paths)
  removeAll(context, paths)
}

function removeAll({ disk }: StoreContext, paths: readonly string[]): void {
  for (const path of paths) {
    try {
      disk.unlink(path)
      disk.syncFolder(join(path, '..'))
    } catch (error) {
      // A purge that was cut short had come this far.
      if (errorCode(error) !== 'ENOENT') throw toStorageError(error, 'remove', path)
    }
  }
}
