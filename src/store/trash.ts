import { basename, join } from 'node:path'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import { isTempFileName } from '../disk/stale-temp-files.ts'
import { readWholeFile } from '../disk/read-file.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { isSafeName } from './session-name.ts'
import type { StoreContext } from './store-context.ts'
import { compactTime } from './transcript-id.ts'

/** Why something is in the trash. */
export interface TrashNote {
  readonly name: string
  readonly id: string
  readonly transcript_id?: string
  readonly reason: 'deleted' | 'replaced' | 'expired'
  /** ISO 8601. */
  readonly at: string
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
 * What is in the trash, newest first. Folders without a note or without a session are not listed: nothing was moved
 * there before whoever made them was stopped.
 */
export function listTrash({ disk, home }: StoreContext): TrashedSession[] {
  const found: TrashedSession[] = []
  for (const entry of disk.list(home.trash)) {
    const files = disk.list(join(home.trash, entry)).filter((file) => file !== NOTE && !isTempFileName(file))
    const note = files.length === 0 ? undefined : readNote({ disk, home } as StoreContext, entry)
    if (note !== undefined) found.push({ ...note, entry, files })
  }
  return found.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
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

function readNote({ disk, home }: StoreContext, entry: string): TrashNote | undefined {
  try {
    const text = Buffer.from(readWholeFile(disk, join(home.trash, entry, NOTE))).toString('utf8')
    const note = JSON.parse(text) as TrashNote
    const isNote = typeof note.name === 'string' && isSafeName(note.name) && typeof note.at === 'string'
    return isNote ? note : undefined
  } catch {
    return undefined
  }
}
