import { join } from 'node:path'
import { encodeSession } from '../conversation/encode-session.ts'
import type { SessionFile } from '../conversation/session-file.ts'
import type { FileStat } from '../disk/disk.ts'
import { errorCode } from '../disk/error-code.ts'
import { removeQuietly } from '../disk/remove-quietly.ts'
import { tempFileName } from '../disk/stale-temp-files.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { writeAll } from '../disk/write-all.ts'
import { ChangedLog } from '../store/changed-log.ts'
import { prepareHome } from '../store/prepare-home.ts'
import { sessionPath } from '../store/read-session.ts'
import type { StoreContext } from '../store/store-context.ts'

/** Files after which a batch is put in place. */
const FULL = 500
/** Times that many wait at most when nobody puts them in place. */
const MOST = 2
/** Files that are open at a time while they are synced. */
const OPEN = 64

interface Waiting {
  readonly id: string
  readonly temp: string
  readonly path: string
  /** The file it takes the place of, as it was read; undefined when nothing has its name. */
  readonly onDisk: FileStat | undefined
}

/**
 * Writes session files many at a time: all of them are on the device before any gets its name, and the folder is synced
 * once.
 */
export class SessionBatch {
  readonly #context: StoreContext
  readonly #changes: ChangedLog
  readonly #onPlaced: (leftOut: readonly string[]) => void
  readonly #full: number
  #waiting = new Map<string, Waiting>()
  #isPrepared = false
  /** A batch was lost: nothing is told any more, or what stood in that one would count as kept. */
  #isBroken = false

  /**
   * @param onPlaced called whenever a batch is in place and on the device; with the ids of sessions that were left as they
   *   are, since another hand changed, renamed or deleted them after they were read
   * @param full files after which a batch is put in place
   */
  constructor(context: StoreContext, onPlaced: (leftOut: readonly string[]) => void, full: number = FULL) {
    this.#full = full
    this.#context = context
    this.#changes = new ChangedLog(context)
    this.#onPlaced = onPlaced
  }

  /** Whether a session of this id waits to be put in place. */
  has(id: string): boolean {
    return this.#waiting.has(id)
  }

  /**
   * @param onDisk the file of its name as it was read; undefined when nothing has its name
   * @throws ChatCliError `storage`
   */
  add(
    file: SessionFile & { readonly id: string; readonly name: string },
    onDisk: FileStat | undefined,
  ): void {
    if (!this.#isPrepared) prepareHome(this.#context)
    this.#isPrepared = true
    if (this.has(file.id) || this.#waiting.size >= MOST * this.#full) this.place()
    const { disk, home, randomHex } = this.#context
    const path = sessionPath(this.#context, file.name)
    const temp = join(home.sessions, tempFileName(randomHex(16)))
    try {
      const fd = disk.createExclusive(temp, path)
      try {
        writeAll(disk, fd, Buffer.from(encodeSession(file)))
      } finally {
        disk.close(fd)
      }
    } catch (error) {
      removeQuietly(disk, temp)
      throw toStorageError(error, 'write', path)
    }
    this.#waiting.set(file.id, { id: file.id, temp, path, onDisk })
  }

  /** Whether it is time to put in place what waits. */
  get isFull(): boolean {
    return this.#waiting.size >= this.#full
  }

  /** Puts everything in place that waits. @throws ChatCliError `storage` */
  place(): void {
    const { disk } = this.#context
    const waiting = this.#take()
    const leftOut = this.#trying(waiting, (at) => {
      for (const { temp, path } of waiting) {
        at.path = path
        const fd = disk.openAppend(temp)
        try {
          disk.sync(fd)
        } finally {
          disk.close(fd)
        }
      }
      return this.#putInPlace(waiting, at)
    })
    this.#tell(waiting, leftOut)
  }

  /** The same, without waiting for one file after the other. @throws ChatCliError `storage` */
  async placeTogether(): Promise<void> {
    const { disk } = this.#context
    if (disk.syncMany === undefined) return this.place()
    const waiting = this.#take()
    for (let from = 0; from < waiting.length; from += OPEN) {
      const part = waiting.slice(from, from + OPEN)
      const fds: number[] = []
      try {
        for (const { temp } of part) fds.push(disk.openAppend(temp))
        await disk.syncMany(fds)
      } catch (error) {
        this.#giveUp(waiting, error, part[0]?.path ?? this.#context.home.sessions)
      } finally {
        for (const fd of fds) disk.close(fd)
      }
    }
    const leftOut = this.#trying(waiting, (at) => this.#putInPlace(waiting, at))
    this.#tell(waiting, leftOut)
  }

  /** What waits is given up. */
  close(): void {
    for (const { temp } of this.#waiting.values()) removeQuietly(this.#context.disk, temp)
    this.#waiting = new Map()
    this.#changes.close()
  }

  #take(): readonly Waiting[] {
    const taken = [...this.#waiting.values()]
    this.#waiting = new Map()
    return taken
  }

  /** @returns the ids of those that another hand was faster with */
  #putInPlace(waiting: readonly Waiting[], at: At): ReadonlySet<string> {
    const { disk, home } = this.#context
    const leftOut = new Set<string>()
    for (const each of waiting) {
      at.path = each.path
      if (!put(disk, each)) leftOut.add(each.id)
    }
    if (waiting.length > 0) disk.syncFolder(home.sessions)
    return leftOut
  }

  #trying(waiting: readonly Waiting[], work: (at: At) => ReadonlySet<string>): ReadonlySet<string> {
    const at: At = { path: this.#context.home.sessions }
    try {
      return work(at)
    } catch (error) {
      return this.#giveUp(waiting, error, at.path)
    }
  }

  #giveUp(waiting: readonly Waiting[], error: unknown, path: string): never {
    this.#isBroken = true
    for (const { temp } of waiting) removeQuietly(this.#context.disk, temp)
    throw toStorageError(error, 'write', path)
  }

  #tell(waiting: readonly Waiting[], leftOut: ReadonlySet<string>): void {
    if (this.#isBroken) return
    for (const { id } of waiting) if (!leftOut.has(id)) this.#changes.note({ id, what: 'saved' })
    this.#onPlaced([...leftOut])
  }
}

/** What is being done. */
interface At {
  path: string
}

/**
 * A name belongs to one conversation: whoever has it by now is another process that imports the same one, and a file that
 * is not the one that was read any more says what this one lacks.
 *
 * @returns whether it is in place
 */
function put(disk: StoreContext['disk'], { temp, path, onDisk }: Waiting): boolean {
  let isPut = true
  if (onDisk === undefined) {
    try {
      disk.link(temp, path)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
      isPut = false
    }
  } else {
    isPut = isSameFile(disk.stat(path), onDisk)
    if (isPut) disk.rename(temp, path)
  }
  if (onDisk === undefined || !isPut) removeQuietly(disk, temp)
  return isPut
}

function isSameFile(now: FileStat | undefined, { ino, size, mtimeMs, ctimeMs }: FileStat): boolean {
  return now?.ino === ino && now.size === size && now.mtimeMs === mtimeMs && now.ctimeMs === ctimeMs
}
