import type { Disk } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { readRange } from '../../disk/read-range.ts'

/** The first bytes of a file, to tell what it is; none when it is not there or cannot be read. */
export function fileHead(disk: Disk, path: string, bytes: number): Buffer {
  try {
    return Buffer.from(readRange(disk, path, 0, bytes))
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return Buffer.alloc(0)
  }
}
