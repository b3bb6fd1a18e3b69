import { basename, join } from 'node:path'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import { isTempFileName } from '../disk/stale-temp-files.ts'
import type { Disk } from '../disk/disk.ts'
import { readWholeFile } from '../disk/read-file.ts'
import { readText } from '../disk/read-text.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { seededId } from './seed-events.ts'
import { readSessionHead } from './session-head.ts'
import { isSafeName } from './session-name.ts'
import type { StoreContext } from './store-context.ts'
import { compactTime } from './transcript-id.ts'

/** Why something is in the trash. */
export interface TrashNote {
  readonly name: string
  readonly id: string
  readonly transcript_id?: string
  readonly reason: 'deleted' | 'replaced' | 'expired' | 'unsaved'
  /** ISO 8601. */
  readonly at: string
  /** Set when it is about to be put back, under this name. */
  readonly restoring?: string
}

export interface TrashedSession extends TrashNote {
  /** Name of its folder in the trash. */
  readonly entry: string
  /** Its files there, by name. */
  readonly files: readonly string[]
}

const NOTE = 'why.json'

/**
 * Moves files into a new folder of the trash, in the given order, each safely before the next. The note is there first,
 * so that whatever a power cut leaves can be put back.
 */
export function moveToTrash(
  context: StoreContext,
  note: Omit<TrashNote, 'at'>,
  paths: readonly string[],
): string {
  const { disk, home, now, randomHex } = context
  const entry = `${compactTime(now())}-${randomHex(8)}`
  const folder = join(home.trash, entry)
  makeFolderDurably(disk, folder)
  const text = JSON.stringify({ ...note, at: new Date(now()).toISOString() }, undefined, 2)
  writeDurably(disk, join(folder, NOTE), Buffer.from(text), {
    replace: false,
    randomName: () => randomHex(16),
  })
  for (const path of paths) moveDurably(context, path, join(folder, basename(path)))
  return entry
}

/** Renames a file into another folder and returns once both folders say so on the device. */
export function moveDurably({ disk }: StoreContext, from: string, to: string): void {
  try {
    disk.rename(from, to)
    disk.syncFolder(join(to, '..'))
    disk.syncFolder(join(from, '..'))
  } catch (error) {
    throw toStorageError(error, 'move', from)
  }
}

/**
 * What is in the trash, newest first. Folders without a session are not listed: nothing was moved there before whoever
 * made them was stopped.
 */
export function listTrash(context: StoreContext): TrashedSession[] {
  return trashEntries(context).filter((entry) => !isBack(context, entry))
}

/** As {@link listTrash}, with what was put back but is still in the trash too, since that was cut short. */
export function trashEntries({ disk, home }: StoreContext): TrashedSession[] {
  disk.seal?.requireKey()
  const found: TrashedSession[] = []
  for (const entry of disk.list(home.trash)) {
    // What a file manager leaves there, or a link, is no entry.
    if (disk.stat(join(home.trash, entry))?.kind !== 'folder') continue
    const files = disk.list(join(home.trash, entry)).filter((file) => file !== NOTE && !isTempFileName(file))
    const note = files.length === 0 ? undefined : readNote(disk, join(home.trash, entry, NOTE))
    if (note === 'unreadable') found.push({ ...guessedNote(entry, files), entry, files })
    else if (note !== undefined) found.push({ ...note, entry, files })
  }
  return found.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

/** Says in the trash that an entry is about to be put back, so that nobody finds the session in two places. */
export function noteRestoring(
  context: StoreContext,
  { entry, name, id, transcript_id, reason, at }: TrashedSession,
  as: string,
): void {
  const { disk, home, randomHex } = context
  const text = JSON.stringify({ name, id, transcript_id, reason, at, restoring: as }, undefined, 2)
  writeDurably(disk, join(home.trash, entry, NOTE), Buffer.from(text), {
    replace: true,
    randomName: () => randomHex(16),
  })
}

/** Removes what a restore that was cut short has left in the trash, so that it does not come up when the session goes. */
export function sweepRestored(context: StoreContext): void {
  for (const trashed of trashEntries(context)) {
    const hasTranscript = trashed.files.some((file) => file.endsWith('.jsonl'))
    if (!hasTranscript && isBack(context, trashed)) removeTrashEntry(context, trashed.entry)
  }
}

function isBack({ disk, home }: StoreContext, { id, restoring, entry, files }: TrashedSession): boolean {
  if (restoring === undefined || !isSafeName(restoring)) return false
  const path = join(home.sessions, `${restoring}.json`)
  if (disk.stat(path) === undefined) return false
  const file = join(home.trash, entry, files.find((name) => name.endsWith('.json')) ?? '')
  // A file of another program has the id that its bytes and its name give it.
  const seeded = (from: string): string => seededId(restoring, readWholeFile(disk, from))
  try {
    const head = readSessionHead(disk, path)
    const now = head.id ?? head.transcript_id ?? seeded(path)
    return now === id || now === seeded(file)
  } catch {
    return false
  }
}

/** Removes a folder of the trash with everything in it. */
export function removeTrashEntry({ disk, home }: StoreContext, entry: string): void {
  const folder = join(home.trash, entry)
  try {
    // The note goes last: a power cut in between leaves an entry that can still be removed.
    const files = disk.list(folder).sort((a, b) => Number(a === NOTE) - Number(b === NOTE))
    for (const file of files) disk.unlink(join(folder, file))
    disk.removeFolder(folder)
    disk.syncFolder(home.trash)
  } catch (error) {
    throw toStorageError(error, 'remove', folder)
  }
}

/** Undefined when somebody else has written it. */
function readNote(disk: Disk, path: string): TrashNote | 'unreadable' | undefined {
  try {
    const text = readText(disk, path)
    const note = JSON.parse(text) as TrashNote
    const { name, at, transcript_id: id } = note
    // An id becomes part of a path; a name is checked when the session is put back.
    const isSafe = id === undefined || (typeof id === 'string' && isSafeName(id))
    return isSafe && typeof name === 'string' && typeof at === 'string' ? note : undefined
  } catch {
    return 'unreadable'
  }
}

/** What the names still say when the note is damaged: enough to put the session back. */
function guessedNote(entry: string, files: readonly string[]): TrashNote {
  const transcripts = files
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.slice(0, -'.jsonl'.length))
  const transcript_id = transcripts.sort((a, b) => a.length - b.length)[0]
  const session = files.find((file) => file.endsWith('.json'))?.slice(0, -'.json'.length)
  const [, date = '', time = ''] = /^(\d{8})-(\d{6})-/.exec(entry) ?? []
  const at = `${date.replace(/(.{4})(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}.000Z`
  return {
    name: session ?? transcript_id ?? entry,
    id: transcript_id ?? '',
    ...(transcript_id === undefined ? {} : { transcript_id }),
    reason: 'deleted',
    at: Number.isNaN(Date.parse(at)) ? new Date(0).toISOString() : at,
  }
}
