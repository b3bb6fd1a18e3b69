import { dirname } from 'node:path'
import { ChatCliError } from '../errors.ts'
import type { Disk, FileDescriptor, FileStat } from './disk.ts'
import { errorCode } from './error-code.ts'
import { isSameFile } from './is-same-file.ts'
import { readOpenRange } from './read-file.ts'
import { toStorageError } from './storage-error.ts'

/**
 * `acknowledged`: the bytes are on the device, under the path, from byte `offset`; `size` is the file's size after.
 * `moved`: the path leads to another file by now, or to none, so the bytes must be appended again elsewhere.
 */
export type AppendResult =
  | { readonly status: 'acknowledged'; readonly offset: number; readonly size: number }
  | { readonly status: 'moved' }

/** A file that this process appends to, next to other processes that do the same. */
export class AppendHandle {
  readonly path: string
  readonly #disk: Disk
  readonly #fd: FileDescriptor
  /** The file, as it was after the last append: one look less, and every turn pays for each. */
  #open: FileStat | undefined
  #state: 'good' | 'moved' | 'failed' | 'closed' = 'good'

  constructor(disk: Disk, path: string, fd: FileDescriptor) {
    this.#disk = disk
    this.#fd = fd
    this.path = path
  }

  /**
   * Appends whole lines with exactly one write, syncs, and looks whether the path still leads here. Throws `ChatCliError`
   * (`storage`) when the bytes are not safe; after that, and after `moved`, this handle writes no more: after a
   * failed sync the system may call the next one good without having the bytes.
   */
  append(bytes: Uint8Array): AppendResult {
    if (this.#state === 'moved') return { status: 'moved' }
    if (this.#state !== 'good') {
      throw new ChatCliError('storage', `Could not append to ${this.path}: it was given up after a failure`, {
        hint: 'Open the file again.',
      })
    }
    this.#state = 'failed'
    try {
      const before = (this.#open ??= this.#disk.statOpen(this.#fd))
      const lines = this.#disk.seal?.lines(this.path, bytes) ?? bytes
      const taken = this.#disk.write(this.#fd, lines)
      if (taken !== lines.length) throw shortWrite(this.path, taken, lines.length)
      this.#disk.sync(this.#fd)
      const named = this.#disk.stat(this.path)
      if (named === undefined || !isSameFile(named, before)) {
        this.#state = 'moved'
        return { status: 'moved' }
      }
      const offset = this.#find(lines, before.size, named.size)
      this.#open = named
      this.#state = 'good'
      return { status: 'acknowledged', offset, size: named.size }
    } catch (error) {
      throw toStorageError(error, 'append to', this.path)
    }
  }

  /** Does nothing the second time. */
  close(): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#disk.close(this.#fd)
  }

  /** Other writers may have appended between the two looks at the size. */
  #find(bytes: Uint8Array, before: number, after: number): number {
    if (after - before === bytes.length) return before
    const window = readOpenRange(this.#disk, this.#fd, before, Math.max(0, after - before))
    const index = Buffer.from(window.buffer, window.byteOffset, window.length).indexOf(bytes)
    if (index >= 0) return before + index
    throw new ChatCliError(
      'storage',
      `Could not append to ${this.path}: another program overwrote the lines`,
      {
        hint: 'Keep the home folder on a local disk: network disks mix what several programs append.',
      },
    )
  }
}

/**
 * Opens a file for appending; with `create` it must be new (`ChatCliError` with code `exists`), else it must exist
 * (`storage`). Its name is on the device when this returns: whoever made the file may not have got so far. A new file
 * stays when only that fails.
 */
export function openForAppend(
  disk: Disk,
  path: string,
  { create = false }: { readonly create?: boolean } = {},
): AppendHandle {
  let handle: AppendHandle | undefined
  try {
    handle = new AppendHandle(disk, path, create ? disk.createExclusive(path) : disk.openAppend(path))
    disk.syncFolder(dirname(path))
    return handle
  } catch (error) {
    handle?.close()
    if (create && handle === undefined && errorCode(error) === 'EEXIST')
      throw new ChatCliError('exists', `${path} exists already`, { cause: error })
    throw toStorageError(error, create ? 'create' : 'open', path)
  }
}

function shortWrite(path: string, taken: number, length: number): ChatCliError {
  return new ChatCliError(
    'storage',
    `Could not append to ${path}: the disk took ${taken} of ${length} bytes; it is probably full`,
    { hint: 'Free some space on that disk and try again.' },
  )
}
