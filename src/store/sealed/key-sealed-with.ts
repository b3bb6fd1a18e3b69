import { join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { readRange } from '../../disk/read-range.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { mostHeaderBytes, readHeader } from '../../seal/file-header.ts'
import type { HomePaths } from '../home-paths.ts'

/** Only this program writes there. */
const derived = ['state', 'index']
/** Where a person may put a sealed file of another home, which says nothing as long as `home.json` is there. */
const originals = ['transcripts', 'ccr']
/** Files of one folder that are looked at. */
const most = 16
const sealedLine = /^\n*\{"v":1,"w":"[\w.-]+","n":\d+,"k":"([0-9a-f]{16})"/

/**
 * Id of a key that files of the home are sealed with, whatever `home.json` says: somebody may have changed or removed that.
 * A few files are looked at.
 *
 * @param disk the disk as it is
 * @throws ChatCliError `storage`
 */
export function keySealedWith(
  disk: Disk,
  { root, homeFile }: Pick<HomePaths, 'root' | 'homeFile'>,
): string | undefined {
  const folders = disk.stat(homeFile) === undefined ? [...originals, ...derived] : derived
  for (const name of folders) {
    const id = keyUnder(disk, join(root, name))
    if (id !== undefined) return id
  }
  return undefined
}

/** Of the first files of a folder, or of the folders in it. */
function keyUnder(disk: Disk, folder: string, isTop: boolean = true): string | undefined {
  for (const name of disk.list(folder).slice(0, most)) {
    const path = join(folder, name)
    const isFolder = isTop && disk.stat(path)?.kind === 'folder'
    const id = isFolder ? keyUnder(disk, path, false) : keyIn(disk, path)
    if (id !== undefined) return id
  }
  return undefined
}

function keyIn(disk: Disk, path: string): string | undefined {
  try {
    if (disk.stat(path)?.kind !== 'file') return undefined
    const start = readRange(disk, path, 0, mostHeaderBytes)
    return readHeader(start)?.keyId ?? sealedLine.exec(Buffer.from(start).toString('latin1'))?.[1]
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw toStorageError(error, 'look at', path)
  }
}
