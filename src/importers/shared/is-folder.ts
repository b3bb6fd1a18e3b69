import type { Disk } from '../../disk/disk.ts'
import { statThrough } from './list-files.ts'

/** Whether a path names a folder in the end. */
export function isFolder(disk: Disk, path: string): boolean {
  return statThrough(disk, path)?.stat.kind === 'folder'
}
