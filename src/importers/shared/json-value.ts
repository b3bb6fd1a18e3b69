import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import { type CappedJson, createCappedJsonParser } from './capped-json.ts'
import { parseJson } from './parse-json.ts'

/** Bytes up to which a JSON text is read at once; a longer one is read in pieces, and its long strings are cut. */
export const LONG_JSON: number = 16 * 2 ** 20
const PIECE = 2 ** 20

/**
 * The JSON value that stands in a range of an open file.
 *
 * @throws SyntaxError when it is none
 */
export function jsonInRange(disk: Disk, fd: FileDescriptor, offset: number, length: number): CappedJson {
  if (length <= LONG_JSON) return { value: jsonOf(readOpenRange(disk, fd, offset, length)), cutBytes: 0 }
  const parser = createCappedJsonParser()
  const mark = hasMark(readOpenRange(disk, fd, offset, MARK.length)) ? MARK.length : 0
  for (let at = offset + mark; at < offset + length; at += PIECE)
    parser.push(readOpenRange(disk, fd, at, Math.min(PIECE, offset + length - at)))
  return parser.end()
}

/** The JSON value of some UTF-8 bytes; a byte order mark before it is stepped over. @throws SyntaxError */
export function jsonOf(bytes: Uint8Array): unknown {
  const mark = hasMark(bytes) ? MARK.length : 0
  const { buffer, byteOffset, byteLength } = bytes
  return parseJson(Buffer.from(buffer, byteOffset + mark, byteLength - mark).toString('utf8'))
}

/** What some editors of Windows put before a UTF-8 text. */
const MARK: readonly number[] = [0xef, 0xbb, 0xbf]

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === MARK[0] && bytes[1] === MARK[1] && bytes[2] === MARK[2]
}
