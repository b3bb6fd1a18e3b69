import type { Disk, FileDescriptor } from './disk.ts'
import { readLines } from './lines.ts'
import { readOpenRange } from './read-file.ts'

const newline = 0x0a
/** Looked at in one read. */
const pieceBytes = 65_536

/** Byte offset at which the unterminated end of an open file of `size` bytes begins; `size` when there is none. */
export function lastLineStart(disk: Disk, fd: FileDescriptor, size: number): number {
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - pieceBytes)
    const found = readOpenRange(disk, fd, start, end - start).lastIndexOf(newline)
    if (found >= 0) return start + found + 1
    end = start
  }
  return 0
}

/**
 * The lines of an open file from `from` on that end with a newline. An end without one is left out: it is being written, or
 * its writer was stopped.
 */
export function* wholeLinesFrom(disk: Disk, fd: FileDescriptor, from: number): Generator<Uint8Array> {
  for (const { bytes, terminated } of readLines(disk, fd, { from }))
    if (bytes !== undefined && terminated) yield bytes
}
