import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import { createLineSplitter, type Line } from '../../disk/split-lines.ts'
import { type JsonLine, jsonLineOf } from './json-lines.ts'
import { LONG_JSON } from './json-value.ts'

/** Bytes of the packed file that are unpacked at once: what comes of them may be many times as long. */
const PIECE = 32_768

/**
 * The objects of a JSONL file that is packed with Zstandard. Offsets are those of the unpacked text. A line that is too
 * long is told as damaged, since it cannot be read twice.
 *
 * @throws Error with the code `EZSTD` when the packed bytes are damaged or end too early: what stood before was given
 */
export async function* zstdJsonLines(
  disk: Disk,
  fd: FileDescriptor,
  signal?: AbortSignal,
): AsyncGenerator<JsonLine, void, undefined> {
  const { Decompress } = await import('fzstd')
  const { size } = disk.statOpen(fd)
  const splitter = createLineSplitter(0, LONG_JSON * 4)
  let lines: Line[] = []
  const unpack = new Decompress((chunk) => {
    lines.push(...splitter.push(chunk.slice()))
  })
  const tooLong = (): never => {
    throw new SyntaxError('the line is too long')
  }
  for (let at = 0; at < size || at === 0; at += PIECE) {
    signal?.throwIfAborted()
    try {
      unpack.push(readOpenRange(disk, fd, at, Math.min(PIECE, size - at)), at + PIECE >= size)
    } catch (error) {
      throw Object.assign(new Error('the packed file is damaged', { cause: error }), { code: 'EZSTD' })
    }
    for (const line of lines) yield jsonLineOf(line, true, tooLong)
    lines = []
  }
  const rest = splitter.end()
  if (rest !== undefined) yield jsonLineOf(rest, true, tooLong)
}
