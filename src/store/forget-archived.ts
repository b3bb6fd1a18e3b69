import { basename, join } from 'node:path'
import type { Disk, FileDescriptor } from '../disk/disk.ts'
import { errorCode } from '../disk/error-code.ts'
import { readLines } from '../disk/lines.ts'
import { readOpenRange } from '../disk/read-file.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { archiveFiles, isArchiveFile } from './archive-paths.ts'
import type { StoreContext } from './store-context.ts'

/** How files name a key: in a marker, whose brackets the Go program writes as escapes, or as an entry of a list. */
const named = /(?:ccr:|")([0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{16})(?![0-9a-f])/g
const pieceBytes = 1 << 20
/** More than the longest way to name a key. */
const overlap = 80

/**
 * Removes what of the archive files that are about to go point to, unless another session, transcript or trashed session
 * points to it too.
 *
 * @throws ChatCliError `storage`
 */
export function forgetArchived(context: StoreContext, going: readonly string[]): void {
  const { disk, home } = context
  const kept = new Set(disk.list(home.ccr).filter(isArchiveFile))
  if (kept.size === 0) return
  const unwanted = new Set(going.flatMap((path) => [...keptFor(context, path, kept)]))
  for (const path of filesOf(context)) {
    if (unwanted.size === 0) return
    if (going.includes(path)) continue
    for (const file of keptFor(context, path, unwanted)) unwanted.delete(file)
  }
  for (const file of unwanted) {
    const path = join(home.ccr, file)
    try {
      disk.unlink(path)
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw toStorageError(error, 'remove', path)
    }
  }
  if (unwanted.size > 0) disk.syncFolder(home.ccr)
}

function* filesOf({ disk, home }: StoreContext): Generator<string, void, undefined> {
  const entries = disk
    .list(home.trash)
    .map((entry) => join(home.trash, entry))
    .filter((path) => disk.stat(path)?.kind === 'folder')
  for (const folder of [home.sessions, home.transcripts, ...entries])
    for (const file of disk.list(folder)) yield join(folder, file)
}

/** Which of the archive's files hold what the keys in a file stand for. A file that is gone, or no file, names none. */
function keptFor(context: StoreContext, path: string, files: ReadonlySet<string>): ReadonlySet<string> {
  const { disk } = context
  const found = new Set<string>()
  if (disk.stat(path)?.kind !== 'file') return found
  let fd
  try {
    fd = disk.openRead(path)
    for (const bytes of textIn(disk, fd, path))
      for (const [, key = ''] of Buffer.from(bytes).toString('latin1').matchAll(named))
        for (const file of archiveFiles(context, key))
          if (files.has(basename(file))) found.add(basename(file))
    return found
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return found
    throw toStorageError(error, 'read', path)
  } finally {
    if (fd !== undefined) disk.close(fd)
  }
}

/** What a file says, piece by piece; the lines of a transcript as they were before they were sealed. */
function* textIn(disk: Disk, fd: FileDescriptor, path: string): Generator<Uint8Array, void, undefined> {
  if (path.endsWith('.jsonl') && disk.seal?.isActive() === true) {
    for (const { bytes } of readLines(disk, fd)) {
      const line = bytes === undefined ? undefined : disk.seal.openLine(path, bytes)
      if (line?.status === 'open') yield line.bytes
      else if (bytes !== undefined) yield bytes
    }
    return
  }
  const { size } = disk.statOpen(fd)
  for (let at = 0; at < size; at += pieceBytes)
    yield readOpenRange(disk, fd, at, Math.min(pieceBytes + overlap, size - at))
}
