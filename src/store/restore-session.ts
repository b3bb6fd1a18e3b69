import { join } from 'node:path'
import { errorCode } from '../disk/error-code.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { ChatCliError } from '../errors.ts'
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
  const to = checkSessionName(as ?? trashed.name, { machine: as === undefined })
  prepareHome(context)
  const file = trashed.files.find((other) => other.endsWith('.json'))
  if (file !== undefined) checkNameFree(context, to)
  // Transcripts first: a session file must never stand there without its transcript.
  for (const other of trashed.files.filter((name) => name.endsWith('.jsonl'))) {
    const path = join(context.home.transcripts, other)
    if (context.disk.stat(path) === undefined) moveDurably(context, pathIn(context, trashed, other), path)
  }
  if (file !== undefined) {
    noteRestoring(context, trashed, to)
    putBack(context, pathIn(context, trashed, file), sessionPath(context, to))
  }
  announce(context, trashed, to, file !== undefined)
  removeTrashEntry(context, trashed.entry)
  noteChange(context, { id: trashed.id, what: 'restored' })
  return to
}

function pathIn({ home }: StoreContext, { entry }: TrashedSession, file: string): string {
  return join(home.trash, entry, file)
}

function putBack({ disk, home }: StoreContext, from: string, to: string): void {
  try {
    disk.link(from, to)
    disk.syncFolder(home.sessions)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw toStorageError(error, 'restore', to)
    const hint = 'Choose another name with --as NEW.'
    throw new ChatCliError('exists', `${to} exists already`, { hint, cause: error })
  }
}

/** The transcript says that the conversation lives again, and under which name. */
function announce(context: StoreContext, trashed: TrashedSession, name: string, hasFile: boolean): void {
  const { transcript_id: id } = trashed
  if (id === undefined || context.disk.stat(transcriptPath(context, id)) === undefined) return
  if (!hasFile) return appendMark(context, id, { mark: 'open' })
  let live
  try {
    live = openLive(context, name, { transcriptId: id })
  } catch {
    // A damaged session is restored as it was.
    return
  }
  try {
    live.record({ kind: 'mark', mark: 'named', data: { name } })
    live.save()
  } finally {
    live.close()
  }
}
