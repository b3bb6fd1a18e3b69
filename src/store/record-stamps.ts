import { join } from 'node:path'
import type { FileStat } from '../disk/disk.ts'
import { isTempFileName } from '../disk/stale-temp-files.ts'
import { readCatalogue } from './catalogue.ts'
import type { FileStamp } from './catalogue-row.ts'
import { sessionPath } from './read-session.ts'
import { readSessionHead } from './session-head.ts'
import { isSafeName } from './session-name.ts'
import { transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

/** A text that changes whenever a record may have changed. */
export interface RecordStamp {
  readonly name: string
  readonly stamp: string
  /** When one of its files was changed last, milliseconds since the epoch. */
  readonly changedAt: number
  readonly transcriptId?: string | undefined
  /** Why it cannot be read, when that is known already. */
  readonly reason?: string
}

/** What can be searched, without reading it. */
export function recordStamps(context: StoreContext): RecordStamp[] {
  const { rows, unreadable } = readCatalogue(context)
  const readable = rows.map((row) => stampOf(context, row.name, row, row.transcriptId))
  return [
    ...readable,
    ...unreadable.map((row) => ({
      name: row.name,
      stamp: stampText(row),
      changedAt: row.mtimeMs,
      reason: row.reason,
    })),
  ]
}

/**
 * The stamp of one session, from its own files only.
 *
 * @param transcriptId the transcript it goes with, when that is known
 * @returns undefined when it has no session file
 */
export function recordStampOf(
  context: StoreContext,
  name: string,
  transcriptId: string | undefined,
): RecordStamp | undefined {
  const stat = context.disk.stat(sessionPath(context, name))
  return stat === undefined ? undefined : stampOf(context, name, stat, transcriptId)
}

/** Stamps of the sessions that are not among the known ones, by their identity; those that cannot be read are left out. */
export function newRecordStamps(
  context: StoreContext,
  isKnown: (name: string) => boolean,
): Map<string, RecordStamp> {
  const { disk, home } = context
  const found = new Map<string, RecordStamp>()
  for (const file of disk.list(home.sessions)) {
    const name = file.slice(0, -'.json'.length)
    if (!file.endsWith('.json') || isTempFileName(file) || isKnown(name) || !isSafeName(name)) continue
    try {
      const { id, transcript_id: transcriptId } = readSessionHead(disk, join(home.sessions, file))
      const stamp = recordStampOf(context, name, transcriptId)
      if (id !== undefined && stamp !== undefined) found.set(id, stamp)
    } catch {
      // The catalogue says what is wrong with it.
    }
  }
  return found
}

function stampOf(
  context: StoreContext,
  name: string,
  file: Omit<FileStamp, 'readAt'>,
  id: string | undefined,
): RecordStamp {
  const stat: FileStat | undefined =
    id === undefined || !isSafeName(id) ? undefined : context.disk.stat(transcriptPath(context, id))
  const transcript = stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`
  const changedAt = Math.max(file.mtimeMs, stat?.mtimeMs ?? 0)
  return { name, stamp: `${stampText(file)} ${transcript}`, changedAt, transcriptId: id }
}

function stampText({ dev, ino, size, mtimeMs, ctimeMs }: Omit<FileStamp, 'readAt'>): string {
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`
}
