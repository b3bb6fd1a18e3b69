import { dirname } from 'node:path'
import type { Disk } from './disk.ts'
import { toStorageError } from './storage-error.ts'

/** Makes a folder and the parents it lacks, and returns once their names are on the device. */
export function makeFolderDurably(disk: Disk, path: string): void {
  const parent = dirname(path)
  if (disk.stat(path)?.kind === 'folder' || parent === path) return
  makeFolderDurably(disk, parent)
  try {
    disk.makeFolder(path)
    disk.syncFolder(parent)
  } catch (error) {
    throw toStorageError(error, 'make the folder', path)
  }
}
