import type { Disk } from './disk.ts'

/** Removes a file that is of no use any more; when that fails it stays, for the sweep of stale temp files. */
export function removeQuietly(disk: Disk, path: string): void {
  try {
    disk.unlink(path)
  } catch {
    // An earlier failure, if there is one, is the one to tell.
  }
}
