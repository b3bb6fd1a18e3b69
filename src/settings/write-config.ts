import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { Disk } from '../disk/disk.ts'
import { followLink } from '../disk/follow-link.ts'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { ChatCliError } from '../errors.ts'
import { readConfigText } from './config-file.ts'

/**
 * Writes config.toml, readable by its owner alone; where it is a symbolic link, the file it points to.
 *
 * @param before what stood in it when it was read; undefined when there was none
 * @throws ChatCliError `conflict` when somebody else changed it since, `storage`
 */
export function writeConfig(disk: Disk, path: string, text: string, before: string | undefined): void {
  makeFolderDurably(disk, dirname(path))
  const target = followLink(path)
  if (target !== path) makeFolderDurably(disk, dirname(target))
  writeDurably(disk, target, Buffer.from(text), {
    replace: before !== undefined,
    randomName: () => randomBytes(8).toString('hex'),
    beforeSwap: () => {
      if (readConfigText(disk, path) !== before) {
        throw new ChatCliError('conflict', `${path} was changed by someone else just now.`)
      }
    },
  })
}
