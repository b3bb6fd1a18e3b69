import type { FileStat } from './disk.ts'

/** Whether two looks were at one file, under whatever name. */
export function isSameFile(a: FileStat | undefined, b: FileStat): boolean {
  return a !== undefined && a.ino === b.ino && a.dev === b.dev
}
