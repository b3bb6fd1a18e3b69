import type { Disk, FileDescriptor } from './disk.ts'
import { systemError } from './system-error.ts'

/** What node reads in one call, and a buffer that every platform can hold. */
const MOST_BYTES: number = 2 ** 31 - 1

/**
 * The bytes of a whole file, as long as it is at this moment. Throws the disk's own errors (`ENOENT`, …), and `EFBIG`
 * for a file of 2 GiB or more.
 */
export function readWholeFile(disk: Disk, path: string): Uint8Array {
  const fd = disk.openRead(path)
  try {
    const { size } = disk.statOpen(fd)
    if (size > MOST_BYTES) throw systemError('EFBIG', 'read', path)
    return readOpenRange(disk, fd, 0, size)
  } finally {
    disk.close(fd)
  }
}

/** The `length` bytes from `offset` of an open file; fewer when the file ends before. */
export function readOpenRange(disk: Disk, fd: FileDescriptor, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let done = 0
  while (done < length) {
    const count = disk.read(fd, bytes.subarray(done), offset + done)
    if (count === 0) break
    done += count
  }
  return done === length ? bytes : bytes.slice(0, done)
}
