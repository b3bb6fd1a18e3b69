import type { Disk } from './disk.ts'

/**
 * The name under which a file is prepared before it is put in place: it starts with a dot, so that it is never taken
 * for a session, and stays short whatever the file is called. `random` is 8 to 64 letters, digits, `-` or `_`.
 */
export function tempFileName(random: string): string {
  return `.${random}.tmp`
}

/** Whether a file name is one that {@link tempFileName} makes. */
export function isTempFileName(name: string): boolean {
  return /^\.[A-Za-z0-9_-]{8,64}\.tmp$/.test(name)
}

/** Temp files in a folder (full paths) that nobody has changed since `beforeMs`, milliseconds since the epoch. */
export function staleTempFiles(disk: Disk, folder: string, beforeMs: number): string[] {
  return disk
    .list(folder)
    .filter(isTempFileName)
    .map((name) => `${folder}/${name}`)
    .filter((path) => {
      const stat = disk.stat(path)
      return stat?.kind === 'file' && Math.max(stat.mtimeMs, stat.ctimeMs) < beforeMs
    })
}
