import type { Disk } from '../../disk/disk.ts'
import { statThrough } from './list-files.ts'

/** Reads something out of a file that many conversations ask for, and again only when the file has changed. */
export function rememberedFile<T>(read: (disk: Disk, path: string) => T): (disk: Disk, path: string) => T {
  const disks = new WeakMap<Disk, Map<string, { readonly state: string; readonly found: T }>>()
  return (disk, path) => {
    const stat = statThrough(disk, path)?.stat
    const state = JSON.stringify([stat?.ino, stat?.size, stat?.mtimeMs])
    const known = disks.get(disk) ?? new Map<string, { readonly state: string; readonly found: T }>()
    disks.set(disk, known)
    const last = known.get(path)
    if (last?.state === state) return last.found
    const found = read(disk, path)
    known.set(path, { state, found })
    return found
  }
}
