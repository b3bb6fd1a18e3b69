import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { removeQuietly } from '../../disk/remove-quietly.ts'

const NAME = /^chatcli-read-(\d+)-[0-9a-f]{32}$/
/** Milliseconds after which a folder of a process that is gone is removed. */
const STALE = 3_600_000
/** Bytes above which the folder for temporary files that survive a restart is tried first: the other may be memory. */
const LARGE = 256 * 2 ** 20
const LASTING = '/var/tmp'

/** Where a private folder may be made for so many bytes, best place first. */
export function temporaryPlaces(bytes: number): readonly string[] {
  if (process.platform === 'win32') return [tmpdir()]
  const places = bytes > LARGE ? [LASTING, tmpdir()] : [tmpdir(), LASTING]
  return [...new Set(places)]
}

/**
 * Makes a folder that only this person can look into. What processes left that were killed is swept away.
 *
 * @returns its absolute path; @throws the disk's own errors
 */
export function makePrivateFolder(disk: Disk, place: string): string {
  sweep(disk, place)
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
  const folder = join(place, `chatcli-read-${process.pid}-${random}`)
  disk.makeFolder(folder)
  return folder
}

/** Removes a folder and the files and empty folders in it; what cannot be removed now is swept away later. */
export function removePrivateFolder(disk: Disk, folder: string): void {
  try {
    for (const name of disk.list(folder)) {
      const path = join(folder, name)
      if (disk.stat(path)?.kind === 'folder') disk.removeFolder(path)
      else removeQuietly(disk, path)
    }
    disk.removeFolder(folder)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
  }
}

function sweep(disk: Disk, place: string): void {
  for (const name of disk.list(place)) {
    const pid = NAME.exec(name)?.[1]
    if (pid === undefined) continue
    const folder = join(place, name)
    const stat = disk.stat(folder)
    const isOwn = stat?.kind === 'folder' && stat.uid === (process.getuid?.() ?? stat.uid)
    if (isOwn && Date.now() - stat.mtimeMs > STALE && !isAlive(Number(pid))) removePrivateFolder(disk, folder)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}
