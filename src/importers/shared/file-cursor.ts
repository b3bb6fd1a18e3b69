import { sha256 } from '../../conversation/message-hash.ts'
import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import type { ImportCursor } from '../importer.ts'

const HEAD = 4096
/** Of a longer line only the end is hashed. */
const LAST_LINE = 65_536

/** Where a file was read up to, and how to know it again. */
export type FileCursor = {
  readonly dev: number
  readonly ino: number
  readonly size: number
  readonly mtimeMs: number
  /** Byte offset behind the last whole line. */
  readonly offset: number
  /** Hash of the first 4 KiB, of as much of them as was consumed. */
  readonly head: string
  /** Byte offset of the last consumed line, and its hash. */
  readonly lastAt: number
  readonly last: string
}

/** A cursor for an open file of which everything before `offset` is consumed, the last line from `lastAt` on. */
export function cursorAt(disk: Disk, fd: FileDescriptor, offset: number, lastAt: number): FileCursor {
  const { dev, ino, size, mtimeMs } = disk.statOpen(fd)
  return {
    dev,
    ino,
    size,
    mtimeMs,
    offset,
    head: headHash(disk, fd, offset),
    lastAt,
    ...lastOf(disk, fd, lastAt, offset),
  }
}

/**
 * The offset a read can go on from: the file is the one the cursor was made of, or has grown since, or was moved whole.
 * Undefined when it was rewritten, or the cursor is none.
 */
export function continuesAt(
  disk: Disk,
  fd: FileDescriptor,
  cursor: ImportCursor | undefined,
): number | undefined {
  const { offset, lastAt, head, last } = cursor ?? {}
  if (typeof offset !== 'number' || typeof lastAt !== 'number' || lastAt > offset) return undefined
  if (disk.statOpen(fd).size < offset) return undefined
  const isSame = headHash(disk, fd, offset) === head && lastOf(disk, fd, lastAt, offset).last === last
  return isSame ? offset : undefined
}

function headHash(disk: Disk, fd: FileDescriptor, offset: number): string {
  return sha256(readOpenRange(disk, fd, 0, Math.min(HEAD, offset)))
}

function lastOf(disk: Disk, fd: FileDescriptor, from: number, to: number): { readonly last: string } {
  const start = Math.max(from, to - LAST_LINE)
  return { last: sha256(readOpenRange(disk, fd, start, to - start)) }
}
