import { join } from 'node:path'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import type { StoreContext } from './store-context.ts'

/** One line of the `changed` log: something about this conversation is different now. */
export interface ChangeNote {
  readonly at: string
  readonly id: string
  readonly name?: string
  readonly what: 'appended' | 'saved' | 'renamed' | 'deleted' | 'restored' | 'purged'
}

/** Bytes; a longer log is moved aside and begun anew. */
const ROTATE_AT = 2 ** 20

export function changedLogPath({ home }: StoreContext): string {
  return join(home.state, 'changed.jsonl')
}

/**
 * Leaves a hint for whoever keeps an index. It is not synced and may be lost: readers compare the files themselves now
 * and then. A log that cannot be written never stops the work it tells of.
 */
export function noteChange(context: StoreContext, note: Omit<ChangeNote, 'at'>): void {
  const { disk, home } = context
  const path = changedLogPath(context)
  try {
    makeFolderDurably(disk, home.state)
    const size = disk.stat(path)?.size
    if (size !== undefined && size > ROTATE_AT) disk.rename(path, join(home.state, 'changed.old.jsonl'))
    const fd = size === undefined || size > ROTATE_AT ? disk.createExclusive(path) : disk.openAppend(path)
    try {
      disk.write(
        fd,
        Buffer.from(`${JSON.stringify({ at: new Date(context.now()).toISOString(), ...note })}\n`),
      )
    } finally {
      disk.close(fd)
    }
  } catch {
    // A hint only.
  }
}
