import { dirname, join } from 'node:path'
import { ChatCliError } from '../errors.ts'
import type { Disk, FileDescriptor } from './disk.ts'
import { errorCode } from './error-code.ts'
import { removeQuietly } from './remove-quietly.ts'
import { tempFileName } from './stale-temp-files.ts'
import { toStorageError } from './storage-error.ts'
import { writeAll } from './write-all.ts'

export interface WriteDurablyOptions {
  /** True: take the place of what has the name. False: the name is new, anything that has it is left alone. */
  readonly replace: boolean
  /** 8 to 64 letters, digits, `-` or `_`, never the same twice: the name of the temp file. */
  readonly randomName: () => string
  /** Permission bits of the file: for one that belongs to another program. 0600 when not given. */
  readonly mode?: number | undefined
  /** The last moment to look at the target again; what it throws stops the write and reaches the caller. */
  readonly beforeSwap?: () => void
}

/**
 * Writes a whole file, at once or in pieces, so that a reader, or a power cut at any moment, finds the old bytes or the
 * new ones and nothing else. When it returns, bytes and name are on the device. When it throws before the swap, the target is untouched
 * and no temp file is left; when only the sync of the folder fails, the new bytes are in place but not certain to
 * stay. Throws `ChatCliError`: `exists` for a new name that is taken, else `storage`.
 */
export function writeDurably(
  disk: Disk,
  path: string,
  bytes: Uint8Array | Iterable<Uint8Array>,
  options: WriteDurablyOptions,
): void {
  const { replace, randomName, mode, beforeSwap } = options
  const folder = dirname(path)
  const temp = join(folder, tempFileName(randomName()))
  let mine = false
  try {
    const fd = disk.createExclusive(temp, path)
    mine = true
    fill(disk, fd, { path, bytes, mode })
    beforeSwap?.()
    if (replace) disk.rename(temp, path)
    else putUnderNewName(disk, temp, path)
    mine = false
    if (!replace) removeQuietly(disk, temp)
    disk.syncFolder(folder)
  } catch (error) {
    if (mine) removeQuietly(disk, temp)
    throw toStorageError(error, 'write', path)
  }
}

function fill(
  disk: Disk,
  fd: FileDescriptor,
  {
    path,
    bytes,
    mode,
  }: {
    readonly path: string
    readonly bytes: Uint8Array | Iterable<Uint8Array>
    readonly mode: number | undefined
  },
): void {
  let length = 0
  try {
    for (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
      writeAll(disk, fd, piece)
      length += piece.length
    }
    if (mode !== undefined) disk.chmodOpen(fd, mode)
    const { size } = disk.statOpen(fd)
    if (size !== length) {
      throw new ChatCliError('storage', `Could not write ${path}: ${size} of ${length} bytes arrived`, {
        hint: 'Check the disk it is on.',
      })
    }
    disk.sync(fd)
  } catch (error) {
    closeQuietly(disk, fd)
    throw error
  }
  disk.close(fd)
}

function putUnderNewName(disk: Disk, temp: string, path: string): void {
  try {
    disk.link(temp, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    throw new ChatCliError('exists', `${path} exists already`, { hint: 'Choose another name.', cause: error })
  }
}

function closeQuietly(disk: Disk, fd: FileDescriptor): void {
  try {
    disk.close(fd)
  } catch {
    // The first failure is the one to tell.
  }
}
