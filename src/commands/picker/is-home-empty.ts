import { join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'

/** Whether a home folder holds no conversation; a look at two folders, however many sessions there are. */
export function isHomeEmpty(disk: Disk, home: string): boolean {
  return ['sessions', 'transcripts'].every((folder) => {
    const path = join(home, folder)
    return disk.stat(path) === undefined || disk.list(path).length === 0
  })
}
