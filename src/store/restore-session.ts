import { join } from 'node:path'
import { errorCode } from '../disk/error-code.ts'
import { readWholeFile } from '../disk/read-file.ts'
import { removeQuietly } from '../disk/remove-quietly.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { ChatCliError } from '../errors.ts'
import { addMissingLines } from './add-missing-lines.ts'
import { appendMark } from './append-mark.ts'
import { noteChange } from './changed-log.ts'
import { checkNameFree } from './name-free.ts'
import { openLive } from './open-live.ts'
import { prepareHome } from './prepare-home.ts'
import { sessionPath } from './read-session.ts'
import { checkSessionName } from './session-name.ts'
import { transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'
import { type TrashedSession, listTrash, moveDurably, noteRestoring, removeTrashEntry } from './trash.ts'

const NAME_TAKEN = 'Choose another name with --as NEW.'

/**
 * Brings a session back from the trash, the one of that name that was deleted last (or the folder of that name).
 *
 * @returns the name it has now
 * @throws ChatCliError `not-found`, `exists`, `invalid-name`, `storage`
 */
export function restoreSession(context: StoreContext, name: string, as?: string): string {
  const trashed = listTrash(context).find((entry) => entry.name === name || entry.entry === name)
  if (trashed === undefined) {
    const hint = 'See what is there with: chatcli session restore'
    throw new ChatCliError('not-found', `There is no "${name}" in the trash`, { hint })
  }
  return restoreTrashed(context, trashed, { as })
}

export interface RestoreTrashedOptions {
  /** Another name. */
  readonly as?: string | undefined
  /** Whoever brings back thousands has looked at all names already. */
  readonly isNameFree?: boolean
}

/** The same, of an entry that is known. @throws ChatCliError as {@link restoreSession} */
export function restoreTrashed(
  context: StoreContext,
  trashed: TrashedSession,
  { as, isNameFree = false }: RestoreTrashedOptions = {},
): string {
  const to = checkSessionName(as ?? trashed.name, { machine: as === undefined })
  prepareHome(context)
  const file = trashed.files.find((other) => other.endsWith('.json'))
  if (!isNameFree && (file !== undefined || as !== undefined))
    checkNameFree(context, to, { hint: NAME_TAKEN })
  // Transcripts first: a session file must never stand there without its transcript.
  for (const other of trashed.files.filter((name) => name.endsWith('.jsonl'))) {
    putBackLines(context, pathIn(context, trashed, other), join(context.home.transcripts, other))
  }
  if (file !== undefined) {
    noteRestoring(context, trashed, to)
    putBack(context, pathIn(context, trashed, file), sessionPath(context, to))
  }
  // What went by itself was never said to be gone: it comes back as it was, and counts as touched now.
  if (trashed.reason === 'expired' && file !== undefined && to === trashed.name) writeAgain(context, to)
  else announce(context, trashed, to, file !== undefined)
  if (file === undefined && as !== undefined) giveName(context, trashed, as)
  removeTrashEntry(context, trashed.entry)
  noteChange(context, { id: trashed.id, what: 'restored' })
  return to
}

function pathIn({ home }: StoreContext, { entry }: TrashedSession, file: string): string {
  return join(home.trash, entry, file)
}

function putBackLines(context: StoreContext, from: string, to: string): void {
  if (context.disk.stat(to) === undefined) return moveDurably(context, from, to)
  addMissingLines(context.disk, from, to)
  removeQuietly(context.disk, from)
}

function putBack({ disk, home }: StoreContext, from: string, to: string): void {
  try {
    disk.link(from, to)
    disk.syncFolder(home.sessions)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw toStorageError(error, 'restore', to)
    throw new ChatCliError('exists', `${to} exists already`, { hint: NAME_TAKEN, cause: error })
  }
}

/** The same bytes, of today: else it would go again with the next run. */
function writeAgain(context: StoreContext, name: string): void {
  const { disk, randomHex } = context
  const path = sessionPath(context, name)
  const bytes = readWholeFile(disk, path)
  writeDurably(disk, path, bytes, { replace: true, randomName: () => randomHex(16) })
}

/** A session that could not be read may have taken several along. */
function transcriptsIn({ files }: TrashedSession): string[] {
  const ids = files.filter((file) => file.endsWith('.jsonl')).map((file) => file.slice(0, -'.jsonl'.length))
  return ids.filter((id) => !ids.some((other) => id.startsWith(`${other}.`)))
}

/** The transcript says that the conversation lives again, and under which name. */
function announce(context: StoreContext, trashed: TrashedSession, name: string, hasFile: boolean): void {
  const { transcript_id: id } = trashed
  for (const other of transcriptsIn(trashed)) if (other !== id) appendMark(context, other, { mark: 'open' })
  if (id === undefined || context.disk.stat(transcriptPath(context, id)) === undefined) return
  if (!hasFile) return appendMark(context, id, { mark: 'open' })
  let live
  try {
    live = openLive(context, name, { transcriptId: id })
  } catch {
    // A damaged session is restored as it was.
    return appendMark(context, id, { mark: 'open' })
  }
  try {
    live.record({ kind: 'mark', mark: 'named', data: { name } })
    live.save()
  } finally {
    live.close()
  }
}

/** A conversation that was never saved becomes a session. */
function giveName(
  context: StoreContext,
  { transcript_id: transcriptId }: TrashedSession,
  name: string,
): void {
  const live = openLive(context, name, { transcriptId })
  try {
    live.bind(name)
    live.claim()
    live.save()
  } finally {
    live.close()
  }
}
