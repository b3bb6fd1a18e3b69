import { join } from 'node:path'
import type { FileDescriptor } from '../disk/disk.ts'
import { errorCode } from '../disk/error-code.ts'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import type { StoreContext } from './store-context.ts'

/** One line of the `changed` log: something about this conversation is different now. */
export interface ChangeNote {
  readonly at: string
  /** Of the conversation, never a word of it; empty when it has no id yet: then look at every file. */
  readonly id: string
  readonly what: 'appended' | 'saved' | 'renamed' | 'deleted' | 'restored' | 'purged'
}

/** Bytes; a longer log is moved aside and begun anew. */
const ROTATE_AT = 2 ** 20

export function changedLogPath({ home }: StoreContext): string {
  return join(home.state, 'changed.jsonl')
}

/** After so many notes the log is opened again, since another process may have begun a new one. */
const REOPEN_AFTER = 64

/**
 * Leaves hints for whoever keeps an index. They are not synced and may be lost: readers compare the files themselves now
 * and then. A log that cannot be written never stops the work it tells of.
 */
export class ChangedLog {
  readonly #context: StoreContext
  #fd: FileDescriptor | undefined
  #notes = 0

  constructor(context: StoreContext) {
    this.#context = context
  }

  note(note: Omit<ChangeNote, 'at'>): void {
    const { disk, now } = this.#context
    try {
      if (this.#notes++ % REOPEN_AFTER === 0) this.close()
      this.#fd ??= openLog(this.#context)
      disk.write(this.#fd, Buffer.from(`${JSON.stringify({ at: new Date(now()).toISOString(), ...note })}\n`))
    } catch {
      // A hint only.
    }
  }

  close(): void {
    const fd = this.#fd
    this.#fd = undefined
    try {
      if (fd !== undefined) this.#context.disk.close(fd)
    } catch {
      // A hint only.
    }
  }
}

/** Leaves one hint. */
export function noteChange(context: StoreContext, note: Omit<ChangeNote, 'at'>): void {
  const log = new ChangedLog(context)
  log.note(note)
  log.close()
}

function openLog(context: StoreContext): FileDescriptor {
  const { disk, home } = context
  const path = changedLogPath(context)
  try {
    const fd = disk.openAppend(path)
    if (disk.statOpen(fd).size <= ROTATE_AT) return fd
    disk.close(fd)
    disk.rename(path, join(home.state, 'changed.old.jsonl'))
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    makeFolderDurably(disk, home.state)
  }
  return disk.createExclusive(path)
}
