import type { Disk } from '../src/disk/disk.ts'

/** What a stretch of work asked of the disk. */
export interface DiskWork {
  bytesRead: number
  bytesWritten: number
  opened: number
  synced: number
  /** Of those, folders. */
  foldersSynced: number
}

/** A disk that counts. */
export function countingDisk(disk: Disk): { readonly disk: Disk; readonly work: DiskWork } {
  const work: DiskWork = { bytesRead: 0, bytesWritten: 0, opened: 0, synced: 0, foldersSynced: 0 }
  const counting: Disk = {
    ...disk,
    openRead: (path) => (work.opened++, disk.openRead(path)),
    openAppend: (path) => (work.opened++, disk.openAppend(path)),
    createExclusive: (path) => (work.opened++, disk.createExclusive(path)),
    read(fd, into, position) {
      const count = disk.read(fd, into, position)
      work.bytesRead += count
      return count
    },
    write(fd, bytes) {
      const count = disk.write(fd, bytes)
      work.bytesWritten += count
      return count
    },
    sync: (fd) => (work.synced++, disk.sync(fd)),
    async syncMany(fds) {
      work.synced += fds.length
      await disk.syncMany?.(fds)
    },
    syncFolder: (path) => (work.synced++, work.foldersSynced++, disk.syncFolder(path)),
  }
  return { disk: counting, work }
}
