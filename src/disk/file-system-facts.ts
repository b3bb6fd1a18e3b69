import * as fs from 'node:fs'
import { dirname } from 'node:path'

/** What is known of the disk that something is on. */
export interface FileSystemFacts {
  /** As the system calls it: `ext4`, `nfs4`, `apfs`; undefined where it does not say. */
  readonly type: string | undefined
  /** Bytes that this user may still write; undefined where the system does not say. */
  readonly freeBytes: number | undefined
  /** Another machine has the files: appending and locks may not work as they do on a disk. */
  readonly isNetwork: boolean
}

const network =
  /^(nfs|cifs|smb|9p|afs|ceph|gluster|lustre|drvfs|webdav|fuse\.(sshfs|rclone|s3fs|gcsfuse|davfs))/

/** Looks at the disk that a path, or the folder it will be made in, is on. */
export function fileSystemFacts(path: string): FileSystemFacts {
  const there = existing(path)
  const type = mountType(there)
  return { type, freeBytes: freeBytes(there), isNetwork: type !== undefined && network.test(type) }
}

/** Changes the permissions of a file or folder, never of what a link leads to. @throws the system's errors */
export function changeMode(path: string, mode: number): void {
  const flags = fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0)
  let fd
  try {
    fd = fs.openSync(path, flags)
  } catch (error) {
    // Not even its owner may open it.
    if (!fs.lstatSync(path).isSymbolicLink()) return fs.chmodSync(path, mode)
    throw error
  }
  try {
    fs.fchmodSync(fd, mode)
  } finally {
    fs.closeSync(fd)
  }
}

/** Sets the time a file was changed, milliseconds since the epoch. @throws the system's errors */
export function touchFile(path: string, ms: number): void {
  const fd = fs.openSync(path, fs.constants.O_RDWR | (fs.constants.O_NOFOLLOW ?? 0))
  try {
    fs.futimesSync(fd, ms / 1000, ms / 1000)
  } finally {
    fs.closeSync(fd)
  }
}

function existing(path: string): string {
  let at = path
  while (!fs.existsSync(at) && dirname(at) !== at) at = dirname(at)
  try {
    return fs.realpathSync.native(at)
  } catch {
    return at
  }
}

function freeBytes(path: string): number | undefined {
  try {
    const { bavail, bsize } = fs.statfsSync(path)
    return bavail * bsize
  } catch {
    return undefined
  }
}

/** From the longest mount point that the path is under; only Linux tells it in a file. */
function mountType(path: string): string | undefined {
  let text
  try {
    text = fs.readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    return undefined
  }
  let longest = -1
  let type: string | undefined
  for (const line of text.split('\n')) {
    const [front = '', back = ''] = line.split(' - ')
    const point = (front.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 8)),
    )
    const isAbove = point === '/' || path === point || path.startsWith(`${point}/`)
    // Of two on one place, the later hides the earlier.
    if (point === '' || !isAbove || point.length < longest) continue
    longest = point.length
    type = back.split(' ')[0]
  }
  return type
}
