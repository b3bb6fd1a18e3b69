import { dirname, join } from 'node:path'
import type { Disk } from './disk.ts'
import { errorCode } from './error-code.ts'
import type { ProcessIdentity, ProcessProbe } from './process-identity.ts'
import { readText } from './read-text.ts'
import { removeQuietly } from './remove-quietly.ts'
import { tempFileName } from './stale-temp-files.ts'
import { toStorageError } from './storage-error.ts'
import { writeAll } from './write-all.ts'

export interface MaintenanceLockOptions {
  readonly processes: ProcessProbe
  /** As in `writeDurably`. */
  readonly randomName: () => string
}

/** The lock, or who has it: `undefined` when it changed hands while we looked. */
export type MaintenanceLockResult =
  | { readonly lock: MaintenanceLock }
  | { readonly lock: undefined; readonly holder: ProcessIdentity | undefined }

/** A lock that only saves double work: what is done under it must stay right when two processes hold it. */
export class MaintenanceLock {
  readonly #disk: Disk
  readonly #path: string
  readonly #text: string

  /** `text` is what this holder's lock file says. */
  constructor(disk: Disk, path: string, text: string) {
    this.#disk = disk
    this.#path = path
    this.#text = text
  }

  /** Whether the lock is still this one: worth a look before the result of long work is put in place. */
  isHeld(): boolean {
    return lockText(this.#disk, this.#path) === this.#text
  }

  /** Gives the lock back; does nothing when it is not ours any more. */
  close(): void {
    try {
      if (this.isHeld()) this.#disk.unlink(this.#path)
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw toStorageError(error, 'release the lock', this.#path)
    }
  }
}

/**
 * Takes the lock at `path` if nobody has it, or if the process that has it is provably dead, whatever the clock says.
 * Does not wait. Of several that take over one dead process's lock, one wins. Throws `ChatCliError` (`storage`).
 */
export function tryMaintenanceLock(
  disk: Disk,
  path: string,
  options: MaintenanceLockOptions,
): MaintenanceLockResult {
  const { processes, randomName } = options
  const temp = (): string => join(dirname(path), tempFileName(randomName()))
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      const seen = lockText(disk, path)
      if (seen === undefined) {
        const text = `${JSON.stringify({ ...processes.self, token: randomName() })}\n`
        if (put(disk, path, temp(), text)) return { lock: new MaintenanceLock(disk, path, text) }
        continue
      }
      const holder = parseHolder(seen)
      // A lock that names nobody was blanked by a power cut: it is put in place whole.
      if (holder !== undefined && processes.liveness(holder) !== 'dead') return { lock: undefined, holder }
      removeDead(disk, path, seen, temp())
    }
    return { lock: undefined, holder: parseHolder(lockText(disk, path) ?? '') }
  } catch (error) {
    throw toStorageError(error, 'take the lock', path)
  }
}

/** False when something has the name. Not synced: after a power cut no holder is alive anyway. */
function put(disk: Disk, path: string, temp: string, text: string): boolean {
  const fd = disk.createExclusive(temp, path)
  try {
    try {
      writeAll(disk, fd, Buffer.from(text))
    } finally {
      disk.close(fd)
    }
    disk.link(temp, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    removeQuietly(disk, temp)
  }
}

function lockText(disk: Disk, path: string): string | undefined {
  try {
    return readText(disk, path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function parseHolder(text: string): ProcessIdentity | undefined {
  try {
    const value = JSON.parse(text) as Partial<ProcessIdentity> | null
    return typeof value?.pid === 'number' && typeof value.host === 'string'
      ? (value as ProcessIdentity)
      : undefined
  } catch {
    return undefined
  }
}

/** Moves the dead lock away, and puts back what was moved when another process was faster and it is that one's lock. */
function removeDead(disk: Disk, path: string, dead: string, aside: string): void {
  try {
    disk.rename(path, aside)
    if (lockText(disk, aside) !== dead) disk.link(aside, path)
  } catch (error) {
    // Gone before we came; or a third process took the lock meanwhile, and the one whose lock was moved will notice.
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error
  } finally {
    removeQuietly(disk, aside)
  }
}
