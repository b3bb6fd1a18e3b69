import { join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { followLink } from '../../disk/follow-link.ts'
import { readRange } from '../../disk/read-range.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { ChatCliError } from '../../errors.ts'
import type { BootstrapFolder } from './bootstrap-folder.ts'

/** The folder of the person's own bootstrap files. A link in it is theirs too, and leads wherever they keep the file. */
export function homeBootstrapFolder(disk: Disk, path: string): BootstrapFolder {
  const attempt = <T>(at: string, call: () => T): T => {
    try {
      return call()
    } catch (error) {
      throw toStorageError(error, 'read', at)
    }
  }
  return {
    from: 'home',
    path,
    scope: '.',
    look(name) {
      const at = followLink(join(path, name))
      const stat = attempt(at, () => disk.stat(at))
      if (stat === undefined) return undefined
      if (stat.kind !== 'file') throw new ChatCliError('usage', `${name} is no file`)
      const { dev, ino, size, mtimeMs, ctimeMs } = stat
      return { size, stamp: [dev, ino, size, mtimeMs, ctimeMs].join(':') }
    },
    read(name, most) {
      const at = followLink(join(path, name))
      return attempt(at, () => readRange(disk, at, 0, most))
    },
  }
}
