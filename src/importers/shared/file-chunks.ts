import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'

/** Larger pieces stay in memory for longer than what is read of them. */
const PIECE = 2 ** 17

/** The first `size` bytes of an open file in small pieces. */
export function* fileChunks(
  disk: Disk,
  fd: FileDescriptor,
  size: number,
): Generator<Uint8Array, void, undefined> {
  for (let at = 0; at < size; at += PIECE) yield readOpenRange(disk, fd, at, Math.min(PIECE, size - at))
}
