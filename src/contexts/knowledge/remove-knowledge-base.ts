import { join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import type { StoreContext } from '../../store/store-context.ts'
import { knowledgeFolder } from './knowledge-folder.ts'

/** Removes the index of a base from the disk; what the base was made from stays. @throws ChatCliError `storage` */
export function removeKnowledgeBase(context: Pick<StoreContext, 'disk' | 'home'>, id: string): void {
  const folder = knowledgeFolder(context, id)
  try {
    removeAll(context.disk, folder)
  } catch (error) {
    throw toStorageError(error, 'remove', folder)
  }
}

function removeAll(disk: Disk, path: string): void {
  const kind = disk.stat(path)?.kind
  if (kind === undefined) return
  if (kind !== 'folder') {
    disk.unlink(path)
    return
  }
  for (const name of disk.list(path)) removeAll(disk, join(path, name))
  disk.removeFolder(path)
}
