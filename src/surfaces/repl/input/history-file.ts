import { dirname } from 'node:path'
import { openForAppend } from '../../../disk/append-durably.ts'
import type { Disk, FileDescriptor } from '../../../disk/disk.ts'
import { errorCode } from '../../../disk/error-code.ts'
import { tryMaintenanceLock } from '../../../disk/maintenance-lock.ts'
import { makeFolderDurably } from '../../../disk/make-folder-durably.ts'
import type { ProcessProbe } from '../../../disk/process-identity.ts'
import { readOpenRange } from '../../../disk/read-file.ts'
import { toStorageError } from '../../../disk/storage-error.ts'
import { writeDurably } from '../../../disk/write-durably.ts'
import { ChatCliError } from '../../../errors.ts'
import { historyLine, parseHistory } from './history-lines.ts'

export interface HistoryFileOptions {
  readonly disk: Disk
  readonly path: string
  /** Over so many bytes the older half goes. */
  readonly maxBytes: number
  readonly processes: ProcessProbe
  /** As in `writeDurably`. */
  readonly randomName: () => string
}

/** What was typed in earlier chats is read from the end of the file, so far back. */
const readBytes = 2 ** 20
const newline = 10

/** The newest entries of the file, newest first; none when there is no file. @throws ChatCliError `storage` */
export function readHistory({ disk, path }: Pick<HistoryFileOptions, 'disk' | 'path'>): string[] {
  try {
    const fd = disk.openRead(path)
    try {
      return parseHistory(new TextDecoder().decode(tailOf(disk, fd, disk.statOpen(fd).size, readBytes)))
    } finally {
      disk.close(fd)
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw toStorageError(error, 'read', path)
  }
}

/**
 * Appends an entry, without its secrets, next to other processes that do the same. Makes the file, readable by its
 * owner alone. When it has grown too large, its newer half takes its place.
 *
 * @throws ChatCliError `storage`
 */
export function appendHistory(options: HistoryFileOptions, entry: string): void {
  const { disk, path, maxBytes } = options
  try {
    const size = appendBytes(options, Buffer.from(historyLine(entry)))
    if (size <= maxBytes) return
    const { lock } = tryMaintenanceLock(disk, `${path}.lock`, options)
    if (lock === undefined) return
    try {
      dropOlderHalf(options)
    } finally {
      lock.close()
    }
  } catch (error) {
    throw toStorageError(error, 'append to', path)
  }
}

/** @returns the size of the file afterwards */
function appendBytes({ disk, path }: HistoryFileOptions, bytes: Uint8Array): number {
  // Between a look and the next step another process may have made the file, or put its newer half in its place.
  for (let attempt = 0; attempt < 5; attempt++) {
    const handle = openOrCreate(disk, path)
    if (handle === undefined) continue
    try {
      const result = handle.append(bytes)
      if (result.status === 'acknowledged') return result.size
    } finally {
      handle.close()
    }
  }
  throw new ChatCliError('storage', `Could not append to ${path}: other programs keep replacing it`)
}

function openOrCreate(disk: Disk, path: string): ReturnType<typeof openForAppend> | undefined {
  if (disk.stat(path) !== undefined) return openForAppend(disk, path)
  try {
    makeFolderDurably(disk, dirname(path))
    return openForAppend(disk, path, { create: true })
  } catch (error) {
    if (error instanceof ChatCliError && error.code === 'exists') return undefined
    throw error
  }
}

function dropOlderHalf(options: HistoryFileOptions): void {
  const { disk, path, maxBytes, randomName } = options
  const fd = disk.openRead(path)
  try {
    const { size } = disk.statOpen(fd)
    if (size <= maxBytes) return
    const half = tailOf(disk, fd, size, Math.floor(maxBytes / 2))
    // One long entry may be more than half.
    const kept = half.length > 0 ? half : tailOf(disk, fd, size, maxBytes)
    writeDurably(disk, path, kept, { replace: true, randomName })
    // Another process may have appended to the old file since: it is still open here.
    const late = readOpenRange(disk, fd, size, Math.max(0, disk.statOpen(fd).size - size))
    if (late.length > 0) appendBytes(options, late)
  } finally {
    disk.close(fd)
  }
}

/** The whole lines at the end of a file that have at most so many bytes together. */
function tailOf(disk: Disk, fd: FileDescriptor, size: number, bytes: number): Uint8Array {
  const from = Math.max(0, size - bytes)
  // One byte more tells whether a line begins there.
  const lead = from === 0 ? 0 : 1
  const read = readOpenRange(disk, fd, from - lead, size - from + lead)
  if (lead === 0) return read
  const start = read.indexOf(newline)
  return start < 0 ? new Uint8Array() : read.subarray(start + 1)
}
