import { dirname } from 'node:path'
import type { ChatCli } from '../../chatcli.ts'
import type { Disk } from '../../disk/disk.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { hasMachinePrefix } from '../../store/session-name.ts'

export interface RepairSessionOptions {
  /** The disk as it is, without a seal. */
  readonly disk: Disk
  /** The damaged file, and the session it is the file of. */
  readonly path: string
  readonly name: string
  /** What a list calls the conversation of its transcript. */
  readonly from: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Makes a session that cannot be read again, from its transcript. The damaged file keeps every byte, as
 * `<name>.json.damaged-<time>` beside.
 *
 * @throws ChatCliError as `sessions.recover`, and `storage`; then the damaged file is where it was
 */
export function repairSession(chatcli: ChatCli, { disk, path, name, from, now }: RepairSessionOptions): void {
  const aside = `${path}.damaged-${now()}`
  move(disk, path, aside)
  try {
    const live = chatcli.sessions.recover(from)
    try {
      const machine = hasMachinePrefix(name)
      live.bind(name, { machine })
      if (!machine) live.claim()
      live.save()
    } finally {
      live.close()
    }
  } catch (error) {
    if (disk.stat(path) === undefined) move(disk, aside, path)
    throw error
  }
}

function move(disk: Disk, from: string, to: string): void {
  try {
    disk.rename(from, to)
    disk.syncFolder(dirname(to))
  } catch (error) {
    throw toStorageError(error, 'move', from)
  }
}
