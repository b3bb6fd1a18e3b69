import * as fs from 'node:fs'
import { promisify } from 'node:util'
import type { Disk, FileDescriptor, FileStat } from './disk.ts'
import { errorCode } from './error-code.ts'
import { systemError } from './system-error.ts'

// Some of these are missing on Windows, where node leaves the constant undefined.
const NOFOLLOW: number = fs.constants.O_NOFOLLOW ?? 0
// Without it, opening a pipe that nobody writes to would wait for ever.
const NONBLOCK: number = fs.constants.O_NONBLOCK ?? 0
const READ: number = fs.constants.O_RDONLY | NOFOLLOW | NONBLOCK
const APPEND: number = fs.constants.O_RDWR | fs.constants.O_APPEND | NOFOLLOW | NONBLOCK
const CREATE: number = APPEND | fs.constants.O_CREAT | fs.constants.O_EXCL

const fsync = promisify(fs.fsync)

/** The machine's file system. Failures are the errors of `node:fs`. */
export function createRealDisk(platform: NodeJS.Platform = process.platform): Disk {
  const windows = platform === 'win32'
  return {
    openRead: (path) => openRegular(path, READ),
    openAppend: (path) => openRegular(path, APPEND),
    createExclusive(path) {
      const fd = again(() => fs.openSync(path, CREATE, 0o600))
      try {
        // The umask can only take bits away; under an odd one the owner could not read the file again.
        if (!windows && (fs.fstatSync(fd).mode & 0o777) !== 0o600) fs.fchmodSync(fd, 0o600)
      } catch (error) {
        fs.closeSync(fd)
        throw error
      }
      return fd
    },
    read: (fd, into, position) => again(() => fs.readSync(fd, into, 0, into.length, position)),
    write: (fd, bytes) => again(() => fs.writeSync(fd, bytes, 0, bytes.length, null)),
    // Never again after a failure, not even EINTR: the kernel may have dropped the pages it could not write.
    sync: (fd) => fs.fsyncSync(fd),
    async syncMany(fds) {
      const results = await Promise.allSettled(fds.map((fd) => fsync(fd)))
      const failed = results.find((result) => result.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    },
    close: (fd) => fs.closeSync(fd),
    statOpen: (fd) => toFileStat(fs.fstatSync(fd)),
    chmodOpen(fd, mode) {
      if (!windows) fs.fchmodSync(fd, mode)
    },
    stat(path) {
      const stats = lstat(path)
      return stats === undefined ? undefined : toFileStat(stats)
    },
    list(folder) {
      const stats = lstat(folder)
      if (stats === undefined) return []
      if (!stats.isDirectory()) throw systemError('ENOTDIR', 'list', folder)
      try {
        return again(() => fs.readdirSync(folder)).sort()
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return []
        throw error
      }
    },
    rename: (from, to) => (windows ? renameOnWindows(from, to) : again(() => fs.renameSync(from, to))),
    link: (from, to) => again(() => fs.linkSync(from, to)),
    unlink: (path) => again(() => fs.unlinkSync(path)),
    makeFolder(path) {
      try {
        again(() => fs.mkdirSync(path, 0o700))
      } catch (error) {
        if (errorCode(error) !== 'EEXIST' || lstat(path)?.isDirectory() !== true) throw error
        return
      }
      if (!windows && ((lstat(path)?.mode ?? 0) & 0o777) !== 0o700) fs.chmodSync(path, 0o700)
    },
    removeFolder: (path) => again(() => fs.rmdirSync(path)),
    syncFolder(path) {
      if (windows) return
      const fd = again(() => fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY | NOFOLLOW))
      try {
        fs.fsyncSync(fd)
      } catch (error) {
        // File systems that have nothing to sync for a folder say so with one of these.
        if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes(errorCode(error) ?? '')) throw error
      } finally {
        fs.closeSync(fd)
      }
    },
  }
}

function openRegular(path: string, flags: number): FileDescriptor {
  let fd: FileDescriptor
  try {
    fd = again(() => fs.openSync(path, flags))
  } catch (error) {
    // A socket.
    if (errorCode(error) === 'ENXIO') throw systemError('EFTYPE', 'open', path)
    throw error
  }
  try {
    const stats = fs.fstatSync(fd)
    if (stats.isFile()) return fd
    throw systemError(stats.isDirectory() ? 'EISDIR' : 'EFTYPE', 'open', path)
  } catch (error) {
    fs.closeSync(fd)
    throw error
  }
}

function lstat(path: string): fs.Stats | undefined {
  try {
    return again(() => fs.lstatSync(path, { throwIfNoEntry: false }))
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined
    throw error
  }
}

function toFileStat(stats: fs.Stats): FileStat {
  return {
    kind: stats.isFile()
      ? 'file'
      : stats.isDirectory()
        ? 'folder'
        : stats.isSymbolicLink()
          ? 'link'
          : 'other',
    dev: stats.dev,
    ino: stats.ino,
    size: stats.size,
    mtimeMs: stats.mtimeMs,
    ctimeMs: stats.ctimeMs,
    mode: stats.mode & 0o7777,
    uid: stats.uid,
    links: stats.nlink,
  }
}

/** Makes a call again while a signal interrupts it. */
function again<T>(call: () => T): T {
  for (;;) {
    try {
      return call()
    } catch (error) {
      if (errorCode(error) !== 'EINTR') throw error
    }
  }
}

/** Windows refuses to replace a file while a reader or a virus scanner has it open: wait a little, up to about 1 s. */
function renameOnWindows(from: string, to: string): void {
  const clockwork = new Int32Array(new SharedArrayBuffer(4))
  for (let wait = 2; ; wait *= 2) {
    try {
      fs.renameSync(from, to)
      return
    } catch (error) {
      if (!['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error) ?? '') || wait > 512) throw error
      Atomics.wait(clockwork, 0, 0, wait)
    }
  }
}
