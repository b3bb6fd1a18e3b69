import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readLines } from '../../disk/lines.ts'
import type { Line } from '../../disk/split-lines.ts'
import type { CappedJson } from './capped-json.ts'
import { isFields, type Fields } from './fields.ts'
import { jsonInRange, jsonOf, LONG_JSON } from './json-value.ts'
import { parseJson } from './parse-json.ts'

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
  readonly signal?: AbortSignal | undefined
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
  const isSettled = now - disk.statOpen(fd).mtimeMs > SETTLED
  const lines = readLines(disk, fd, { from, maxLineBytes: LONG_JSON, chunkBytes: 2 ** 18 })
  for (const line of lines) {
    signal?.throwIfAborted()
    const found = jsonLineOf(line, isSettled, () => jsonInRange(disk, fd, line.offset, line.length))
    const second = found.problem === 'damaged' && line.bytes ? secondRecord(line.bytes) : undefined
    if (second === undefined) yield found
    else {
      const offset = line.offset + second.at
      yield { ...found, end: offset }
      yield { offset, end: found.end, fields: second.fields, cutBytes: 0 }
    }
  }
}

/** Bytes that are read in all to find the beginning of a record. */
const MOST_SOUGHT = 32 * 2 ** 20

/**
 * A whole record at the end of a damaged line: a program that was cut off left its line without a newline, and the next
 * one wrote behind it.
 */
function secondRecord(bytes: Uint8Array): { readonly at: number; readonly fields: Fields } | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  let sought = 0
  for (let at = text.indexOf('{"', 1); at > 0 && sought < MOST_SOUGHT; at = text.indexOf('{"', at + 1)) {
    // An object within a record that lost its end is no record.
    if (':,[ '.includes(text[at - 1] ?? '')) continue
    sought += text.length - at
    try {
      const fields = parseJson(text.slice(at))
      if (isFields(fields)) return { at: Buffer.byteLength(text.slice(0, at)), fields }
    } catch {
      // It begins somewhere else, if anywhere.
    }
  }
  return undefined
}

/**
 * One line as the object it holds.
 *
 * @param isSettled nobody has written for a while: a last line without a newline is taken when it is whole
 * @param readLong reads a line that is too long to be held
 */
export function jsonLineOf(line: Line, isSettled: boolean, readLong: () => CappedJson): JsonLine {
  const { offset, length, bytes, terminated } = line
  const end = offset + length + (terminated ? 1 : 0)
  const not = (problem: JsonLine['problem'] & string): JsonLine => {
    return { offset, end: terminated ? end : offset, fields: undefined, problem, cutBytes: 0 }
  }
  if (!terminated && !isSettled) return not('unfinished')
  try {
    const { value, cutBytes } = bytes === undefined ? readLong() : { value: jsonOf(bytes), cutBytes: 0 }
    return isFields(value)
      ? { offset, end, fields: value, cutBytes }
      : not(terminated ? 'damaged' : 'unfinished')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return not(terminated ? 'damaged' : 'unfinished')
  }
}
