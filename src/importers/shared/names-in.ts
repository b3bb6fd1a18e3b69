import type { Disk } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'

/** The names in a folder; none when it is not there or cannot be listed. */
export function namesIn(disk: Disk, folder: string): readonly string[] {
  try {
    return disk.list(folder)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return []
  }
}
