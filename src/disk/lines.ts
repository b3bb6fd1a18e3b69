import type { Disk, FileDescriptor } from './disk.ts'
import { createLineSplitter, type Line } from './split-lines.ts'

export interface ReadLinesOptions {
  /** Byte offset to start at, which must be the start of a line; 0 when not given. */
  readonly from?: number
  /** Byte offset to stop at; the end of the file at that moment when not given. A line cut by it is unterminated. */
  readonly to?: number
  /** A longer line is yielded without its bytes; 64 MiB when not given. */
  readonly maxLineBytes?: number
  /** Bytes asked for in one read; 64 KiB when not given. */
  readonly chunkBytes?: number
}

/**
 * The lines of an open file, in order, without the blank ones. Memory stays below one chunk and twice the longest
 * line it keeps. Throws the disk's own errors.
 */
export function* readLines(
  disk: Disk,
  fd: FileDescriptor,
  options: ReadLinesOptions = {},
): Generator<Line, void, undefined> {
  const { from = 0, maxLineBytes = 64 * 2 ** 20, chunkBytes = 64 * 2 ** 10 } = options
  const to = Math.min(options.to ?? Infinity, disk.statOpen(fd).size)
  const splitter = createLineSplitter(from, maxLineBytes)
  for (let position = from; position < to;) {
    // A new buffer each time: lines are views of it.
    const chunk = new Uint8Array(Math.min(chunkBytes, to - position))
    const count = disk.read(fd, chunk, position)
    if (count === 0) break
    position += count
    yield* splitter.push(chunk.subarray(0, count))
  }
  const rest = splitter.end()
  if (rest !== undefined) yield rest
}
