import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'

/** One line of a text file, blank ones too. */
export interface TextLine {
  /** Byte offset of its first byte. */
  readonly offset: number
  /** Without its end; what is no UTF-8 reads U+FFFD. */
  readonly text: string
  readonly isTerminated: boolean
  /** Bytes that were left out of a very long one. */
  readonly cutBytes: number
}

const PIECE = 2 ** 18
const MOST = 2 * 2 ** 20
const NEWLINE = 10

/** The lines of an open file from an offset on, split on byte 0x0A alone; a carriage return before it belongs to it. */
export function* textLines(
  disk: Disk,
  fd: FileDescriptor,
  from: number = 0,
): Generator<TextLine, void, undefined> {
  const { size } = disk.statOpen(fd)
  let pieces: Uint8Array[] = []
  let [held, cutBytes, offset] = [0, 0, from]
  const add = (piece: Uint8Array): void => {
    const kept = piece.subarray(0, Math.max(0, MOST - held))
    if (kept.length > 0) pieces.push(kept)
    held += kept.length
    cutBytes += piece.length - kept.length
  }
  const line = (isTerminated: boolean): TextLine => {
    const written = Buffer.concat(pieces).toString('utf8').replace(/\r$/, '')
    const text = offset === 0 ? written.replace(/^\uFEFF/, '') : written
    const taken = { offset, text, isTerminated, cutBytes }
    offset += held + cutBytes + (isTerminated ? 1 : 0)
    pieces = []
    held = 0
    cutBytes = 0
    return taken
  }
  for (let at = from; at < size; at += PIECE) {
    const chunk = readOpenRange(disk, fd, at, Math.min(PIECE, size - at))
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end))
      yield line(true)
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (held > 0) yield line(false)
}
