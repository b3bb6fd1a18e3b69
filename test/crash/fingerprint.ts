import { createHash } from 'node:crypto'
import type { Disk } from '../../src/disk/disk.ts'
import { readWholeFile } from '../../src/disk/read-file.ts'

/** A text that is equal for disks with the same names and bytes, whatever the change log says: nobody waits for it. */
export function fingerprint(disk: Disk, root: string): string {
  const hash = createHash('sha1')
  const visit = (folder: string): void => {
    for (const name of disk.list(folder)) {
      const path = `${folder}/${name}`
      const stat = disk.stat(path)
      if (stat?.kind === 'folder') visit(path)
      else if (name !== 'changed.jsonl')
        hash.update(`${path} ${stat?.ino} ${stat?.links}\n`).update(readWholeFile(disk, path))
    }
  }
  visit(root)
  return hash.digest('base64')
}
