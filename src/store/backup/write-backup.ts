import { createHash } from 'node:crypto'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import { removeQuietly } from '../../disk/remove-quietly.ts'
import { isTempFileName, tempFileName } from '../../disk/stale-temp-files.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { writeAll } from '../../disk/write-all.ts'
import { ChatCliError } from '../../errors.ts'
import { parseReplacedName } from '../replaced-name.ts'
import { type FoundFile, walkFiles } from '../storage/walk-files.ts'
import { padding, tarBlock, tarHeader } from './tar-header.ts'

/** The member that lists the SHA-256 of all others, as `sha256sum -c` reads it. */
export const sumsName = 'SHA256SUMS'

export interface WriteBackupOptions {
  /** The disk as it is: what is sealed goes into the backup sealed. */
  readonly disk: Disk
  /** Absolute path of the home folder. */
  readonly root: string
  /** Absolute path of the file to be written. */
  readonly target: string
  /** Take the place of a file that exists. */
  readonly force: boolean
  /** As in `writeDurably`. */
  readonly randomName: () => string
}

export interface BackupWritten {
  readonly files: number
  /** Of the files. */
  readonly bytes: number
}

const pieceBytes = 1 << 20

/**
 * Writes everything in a home that cannot be made again into one tar file, while others may use the home: each file as
 * it is at some moment, sessions before the transcripts they go with. The search index, locks, temp files and
 * config.toml, which may hold keys of providers, are left out.
 *
 * @throws ChatCliError `not-found` without a home, `usage` for a target in the home, `exists`, `storage`
 */
export function writeBackup(options: WriteBackupOptions): BackupWritten {
  const { disk, root, target, force, randomName } = options
  if (disk.stat(root)?.kind !== 'folder') {
    throw new ChatCliError('not-found', `There is no home ${root} to back up`)
  }
  if (!relative(root, target).startsWith('..'))
    throw new ChatCliError('usage', 'A backup cannot be kept in the home itself', {
      hint: 'Give a path outside of it, best on another disk.',
    })
  if (!force && disk.stat(target) !== undefined) throw exists(target)
  const temp = join(dirname(target), tempFileName(randomName()))
  let fd: FileDescriptor | undefined
  try {
    fd = disk.createExclusive(temp)
    const written = writeMembers(options, fd)
    disk.sync(fd)
    disk.close(fd)
    fd = undefined
    if (force) disk.rename(temp, target)
    else {
      disk.link(temp, target)
      removeQuietly(disk, temp)
    }
    disk.syncFolder(dirname(target))
    return written
  } catch (error) {
    if (fd !== undefined) disk.close(fd)
    removeQuietly(disk, temp)
    if (errorCode(error) === 'EEXIST') throw exists(target)
    throw toStorageError(error, 'write', target)
  }
}

function exists(target: string): ChatCliError {
  return new ChatCliError('exists', `${target} exists already`, {
    hint: 'Give another path, or replace it with --force.',
  })
}

function writeMembers({ disk, root }: WriteBackupOptions, out: FileDescriptor): BackupWritten {
  const done = new Set<string>()
  const sums: string[] = []
  let bytes = 0
  // What was renamed or made meanwhile is found by looking again.
  for (let round = 0; round < 5; round++) {
    const found = membersOf(disk, root).filter(({ path }) => !done.has(path))
    if (found.length === 0) break
    for (const { path } of found) {
      done.add(path)
      const name = relative(root, path).split(sep).join('/')
      const copied = copyFile(disk, path, name, out)
      if (copied === undefined) continue
      bytes += copied.size
      sums.push(`${copied.sum}  ${name}\n`)
    }
  }
  const list = Buffer.from(sums.join(''))
  writeAll(disk, out, tarHeader({ path: sumsName, size: list.length, mtimeMs: 0 }))
  writeAll(disk, out, Buffer.concat([list, padding(list.length), Buffer.alloc(2 * tarBlock)]))
  return { files: sums.length, bytes }
}

const leftOut: ReadonlySet<string> = new Set(['index', 'config.toml'])
const madeAgain: ReadonlySet<string> = new Set([
  'catalogue.json',
  'changed.jsonl',
  'changed.old.jsonl',
  'retention.json',
])
/** Sessions come before the transcripts, which then have all that the sessions have seen. */
const order = ['home.json', 'keys.json', 'ccr', 'sessions', 'trash', 'transcripts']

function membersOf(disk: Disk, root: string): FoundFile[] {
  const place = (path: string): number => {
    const at = order.indexOf(relative(root, path).split(sep)[0] ?? '')
    // When it is gone by its turn, the transcript that comes next has its lines.
    const isFirst = parseReplacedName(path) !== undefined
    return (at < 0 ? order.length : at) - (isFirst ? 0.5 : 0)
  }
  return [...walkFiles(disk, root)]
    .filter(({ path, stat }) => {
      const [top = '', second = ''] = relative(root, path).split(sep)
      const name = basename(path)
      if (stat.kind !== 'file' || leftOut.has(top) || isTempFileName(name)) return false
      return !name.endsWith('.lock') && name !== 'lock' && !(top === 'state' && madeAgain.has(second))
    })
    .sort((a, b) => place(a.path) - place(b.path))
}

/** Undefined for a file that is gone by now. What is appended while it is copied goes into the next backup. */
function copyFile(
  disk: Disk,
  path: string,
  name: string,
  out: FileDescriptor,
): { readonly size: number; readonly sum: string } | undefined {
  let fd
  try {
    fd = disk.openRead(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw toStorageError(error, 'read', path)
  }
  try {
    const { size, mtimeMs } = disk.statOpen(fd)
    const hash = createHash('sha256')
    writeAll(disk, out, tarHeader({ path: name, size, mtimeMs }))
    for (let at = 0; at < size; at += pieceBytes) {
      const length = Math.min(pieceBytes, size - at)
      const piece = readOpenRange(disk, fd, at, length)
      if (piece.length < length) throw new ChatCliError('storage', `${path} became shorter while it was read`)
      hash.update(piece)
      writeAll(disk, out, piece)
    }
    writeAll(disk, out, padding(size))
    return { size, sum: hash.digest('hex') }
  } finally {
    disk.close(fd)
  }
}
