import { join } from 'node:path'
import type { Disk, FileStat } from '../../disk/disk.ts'

/** Something in a folder: no link is followed. */
export interface FoundFile {
  readonly path: string
  readonly stat: FileStat
}

/**
 * Everything under a folder that is no folder, in the order of names; nothing when it is not there. What goes away
 * meanwhile is left out.
 */
export function* walkFiles(disk: Disk, folder: string): Generator<FoundFile, void, undefined> {
  // A link in the place of a folder leads out of the home.
  if (disk.stat(folder)?.kind !== 'folder') return
  for (const name of disk.list(folder)) {
    const path = join(folder, name)
    const stat = disk.stat(path)
    if (stat?.kind === 'folder') yield* walkFiles(disk, path)
    else if (stat !== undefined) yield { path, stat }
  }
}

/** The folders under a folder and itself, deepest first: the order in which they can be removed. */
export function foldersIn(disk: Disk, folder: string): string[] {
  const below = disk
    .list(folder)
    .map((name) => join(folder, name))
    .filter((path) => disk.stat(path)?.kind === 'folder')
  return [...below.flatMap((path) => foldersIn(disk, path)), folder]
}
