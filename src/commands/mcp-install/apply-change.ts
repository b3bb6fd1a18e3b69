import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { followLink } from '../../disk/follow-link.ts'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError } from '../../errors.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { type PlannedChange, readSettingsFile } from './plan-change.ts'

/**
 * Writes a planned change: the old file beside it first, then the new one in its place, at once or not at all. Where the
 * file is a symbolic link, what it points to is written.
 *
 * @param now milliseconds since the epoch
 * @returns the path of the old file's copy; undefined when there was no old file
 * @throws ChatCliError `conflict` when somebody else changed it meanwhile, `storage`
 */
export function applyChange(
  disk: Disk,
  { path, before, after }: PlannedChange,
  now: number,
  text: Catalogue,
): string | undefined {
  const target = followLink(path)
  const randomName = (): string => randomBytes(8).toString('hex')
  makeFolderDurably(disk, dirname(target))
  const stamp = new Date(now)
    .toISOString()
    .replace(/[-:]|\.\d+Z$/g, '')
    .replace('T', '-')
  const backup = before === undefined ? undefined : freePath(disk, `${target}.before-chatcli-${stamp}`)
  if (before !== undefined && backup !== undefined)
    writeDurably(disk, backup, Buffer.from(before), { replace: false, randomName })
  writeDurably(disk, target, Buffer.from(after), {
    replace: before !== undefined,
    // It is another program's: whoever could read it before still can.
    mode: before === undefined ? undefined : disk.stat(target)?.mode,
    randomName,
    beforeSwap: () => {
      if (readSettingsFile(disk, path, text) !== before)
        throw new ChatCliError('conflict', text.mcpInstall.changedMeanwhile(path), {
          hint: text.mcpInstall.changedHint,
        })
    },
  })
  return backup
}

function freePath(disk: Disk, path: string): string {
  let free = path
  for (let count = 2; disk.stat(free) !== undefined; count++) free = `${path}-${count}`
  return free
}
