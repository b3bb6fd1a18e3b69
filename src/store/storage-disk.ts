import type { Disk, FileDescriptor } from '../disk/disk.ts'
import { errorCode } from '../disk/error-code.ts'
import { toStorageError } from '../disk/storage-error.ts'

/** A caller branches on these: something is not there, or is there already. */
const EXPECTED: ReadonlySet<string | undefined> = new Set(['ENOENT', 'EEXIST'])

/**
 * The same disk, whose looks and reads fail with errors that tell a person what to do (`ChatCliError`, `storage`).
 * Whatever changes the disk goes through functions that do so already.
 */
export function storageDisk(disk: Disk): Disk {
  const paths = new Map<FileDescriptor, string>()
  const told = <T>(action: string, path: string, call: () => T): T => {
    try {
      return call()
    } catch (error) {
      throw EXPECTED.has(errorCode(error)) ? error : toStorageError(error, action, path)
    }
  }
  const opened = (path: string, fd: FileDescriptor): FileDescriptor => {
    paths.set(fd, path)
    return fd
  }
  const pathOf = (fd: FileDescriptor): string => paths.get(fd) ?? `descriptor ${fd}`
  return {
    openRead: (path) =>
      opened(
        path,
        told('read', path, () => disk.openRead(path)),
      ),
    openAppend: (path) => opened(path, disk.openAppend(path)),
    createExclusive: (path, becomes) => opened(path, disk.createExclusive(path, becomes)),
    read: (fd, into, position) => told('read', pathOf(fd), () => disk.read(fd, into, position)),
    write: (fd, bytes) => disk.write(fd, bytes),
    sync: (fd) => disk.sync(fd),
    ...(disk.syncMany === undefined ? {} : { syncMany: disk.syncMany }),
    close(fd) {
      const path = pathOf(fd)
      paths.delete(fd)
      told('close', path, () => disk.close(fd))
    },
    statOpen: (fd) => told('look at', pathOf(fd), () => disk.statOpen(fd)),
    chmodOpen: (fd, mode) => disk.chmodOpen(fd, mode),
    stat: (path) => told('look at', path, () => disk.stat(path)),
    list: (folder) => told('list', folder, () => disk.list(folder)),
    rename: (from, to) => disk.rename(from, to),
    link: (from, to) => disk.link(from, to),
    unlink: (path) => disk.unlink(path),
    makeFolder: (path) => disk.makeFolder(path),
    removeFolder: (path) => disk.removeFolder(path),
    syncFolder: (path) => disk.syncFolder(path),
    ...(disk.seal === undefined ? {} : { seal: disk.seal }),
  }
}
