import type { Disk } from './disk.ts'
import { readOpenRange } from './read-file.ts'

/**
 * The `length` bytes from `offset` of a file; fewer when the file ends before. Throws the disk's own errors
 * (`ENOENT`, …).
 */
export function readRange(disk: Disk, path: string, offset: number, length: number): Uint8Array {
  const fd = disk.openRead(path)
  try {
    const { size } = disk.statOpen(fd)
    return readOpenRange(disk, fd, offset, Math.max(0, Math.min(length, size - offset)))
  } finally {
    disk.close(fd)
  }
}
