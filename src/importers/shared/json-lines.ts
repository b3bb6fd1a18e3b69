import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readLines } from '../../disk/lines.ts'
import { isFields, type Fields } from './fields.ts'
import { jsonInRange, jsonOf, LONG_JSON } from './json-value.ts'

/** Milliseconds after which a last line without a newline is taken to be whole, if it can be read. */
const SETTLED = 5000

/** One line of a JSONL file. */
export interface JsonLine {
  /** Byte offset of its first byte. */
  readonly offset: number
  /** Byte offset behind it and its newline. */
  readonly end: number
  /** Undefined when there is a `problem`. */
  readonly fields: Fields | undefined
  /** `unfinished`: the last line is still being written; nothing behind its beginning is consumed. */
  readonly problem?: 'damaged' | 'unfinished'
  /** Bytes that were left out of a very long line. */
  readonly cutBytes: number
}

export interface JsonLinesOptions {
  /** Byte offset of the start of a line; 0 when not given. */
  readonly from?: number
  /** Milliseconds since the epoch, for the last line. */
  readonly now: number
  readonly signal?: AbortSignal
}

/**
 * The objects of a JSONL file, one a line, split on byte 0x0A alone. Memory stays within a bound whatever the length of a
 * line. Throws the disk's own errors, and the signal's reason.
 */
export function* jsonLines(
  disk: Disk,
  fd: FileDescriptor,
  { from = 0, now, signal }: JsonLinesOptions,
): Generator<JsonLine, void, undefined> {
  const { mtimeMs } = disk.statOpen(fd)
  for (const { offset, length, bytes, terminated } of readLines(disk, fd, {
    from,
    maxLineBytes: LONG_JSON,
    chunkBytes: 2 ** 18,
  })) {
    signal?.throwIfAborted()
    const whole = terminated || now - mtimeMs > SETTLED
    const end = offset + length + (terminated ? 1 : 0)
    const problem = terminated ? 'damaged' : 'unfinished'
    if (!whole) {
      yield { offset, end: offset, fields: undefined, problem, cutBytes: 0 }
      continue
    }
    try {
      const { value, cutBytes } =
        bytes === undefined ? jsonInRange(disk, fd, offset, length) : { value: jsonOf(bytes), cutBytes: 0 }
      if (!isFields(value)) throw new SyntaxError('it is not an object')
      yield { offset, end, fields: value, cutBytes }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      yield { offset, end: terminated ? end : offset, fields: undefined, problem, cutBytes: 0 }
    }
  }
}
