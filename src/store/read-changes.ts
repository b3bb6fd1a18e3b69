import { join } from 'node:path'
import { readRange } from '../disk/read-range.ts'
import { type ChangeNote, changedLogPath } from './changed-log.ts'
import type { StoreContext } from './store-context.ts'

/** How far a reader of the `changed` log came: a byte offset in the file with this inode. */
export interface LogPlace {
  readonly ino: number
  readonly offset: number
}

export interface ReadChanges {
  readonly notes: readonly ChangeNote[]
  /** Where to go on the next time. */
  readonly place: LogPlace
  /** False when hints were missed: look at every file. */
  readonly isComplete: boolean
}

/** The hints left since a place in the log. Never throws: hints that cannot be read were missed. */
export function readChanges(context: StoreContext, since: LogPlace): ReadChanges {
  const path = changedLogPath(context)
  try {
    const stat = context.disk.stat(path)
    if (stat === undefined) return { notes: [], place: { ino: 0, offset: 0 }, isComplete: since.ino === 0 }
    const place = { ino: stat.ino, offset: stat.size }
    if (stat.ino === since.ino) {
      if (stat.size < since.offset) return { notes: [], place, isComplete: false }
      return { notes: notesIn(context, path, since.offset, stat.size), place, isComplete: true }
    }
    const rest = since.ino === 0 ? [] : restOfOld(context, since)
    return {
      notes: [...(rest ?? []), ...notesIn(context, path, 0, stat.size)],
      place,
      isComplete: rest !== undefined,
    }
  } catch {
    return { notes: [], place: since, isComplete: false }
  }
}

/** The hints in the log before this one, if that is the one we were reading. */
function restOfOld(context: StoreContext, since: LogPlace): ChangeNote[] | undefined {
  const path = join(context.home.state, 'changed.old.jsonl')
  const stat = context.disk.stat(path)
  return stat?.ino === since.ino && stat.size >= since.offset
    ? notesIn(context, path, since.offset, stat.size)
    : undefined
}

/** A line that cannot be read stands for a change of something unknown. */
function notesIn(context: StoreContext, path: string, from: number, to: number): ChangeNote[] {
  if (to <= from) return []
  const text = Buffer.from(readRange(context.disk, path, from, to - from)).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      try {
        const note = JSON.parse(line) as Partial<ChangeNote> | null
        if (typeof note?.id === 'string' && typeof note.what === 'string') return note as ChangeNote
      } catch {
        // As below.
      }
      return { at: '', id: '', what: 'saved' }
    })
}
