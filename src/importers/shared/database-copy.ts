import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Disk } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import { removeQuietly } from '../../disk/remove-quietly.ts'
import { writeAll } from '../../disk/write-all.ts'
import { databaseFiles, type DatabaseFiles } from './database-files.ts'
import { type RollbackJournal, rollbackJournal } from './rollback-journal.ts'
import { makePrivateFolder, removePrivateFolder, temporaryPlaces } from './private-folder.ts'

/** A copy of a database with its write-ahead log, in a folder of its own; half a transaction is taken back in it. */
export interface DatabaseCopy {
  /** Absolute path of the copied database. */
  readonly path: string
  /** The foreign files as they stood when the copy was taken. */
  readonly files: DatabaseFiles
  /** Removes the names of the copied files: what is open stays readable, and a killed process leaves no copy behind. */
  hide(): void
  remove(): void
}

export interface CopyDatabaseOptions {
  /** That of the foreign files: it is only read. */
  readonly from: Disk
  /** That of the copy. */
  readonly to: Disk
  readonly signal?: AbortSignal | undefined
}

const TRIES = 5
/** Milliseconds before the second try; twice as many before each further one. */
const PAUSE = 20
const PIECE = 2 ** 20
/** Bytes after which others get their turn. */
const BREATH = 32 * 2 ** 20

/**
 * Copies a database that other programs may be writing to. No lock is taken, so they never notice; a copy during which
 * something was carried into the database is thrown away, and taken again.
 *
 * @throws the disk's own errors, one with the code `EBUSY` when no copy could be taken in peace, the signal's reason
 */
export async function copyDatabase(path: string, options: CopyDatabaseOptions): Promise<DatabaseCopy> {
  for (let tried = 0; ; tried++) {
    const before = databaseFiles(options.from, path)
    if (before === undefined) throw withCode('ENOENT', `there is no ${path}`)
    const copy = await copyOnce(path, before, options)
    try {
      const after = databaseFiles(options.from, path)
      if (after !== undefined && isOneMoment(before, after)) return copy
    } catch (error) {
      copy.remove()
      throw error
    }
    copy.remove()
    if (tried + 1 === TRIES) throw withCode('EBUSY', 'the database is being written all the time')
    await pause(PAUSE * 2 ** tried, undefined, options.signal && { signal: options.signal })
  }
}

/**
 * Whether what was copied between two looks is one state. The log may have grown: frames that came later are either whole
 * or not counted. So may a rollback journal: what it holds more is of pages that were not written yet.
 */
function isOneMoment(before: DatabaseFiles, after: DatabaseFiles): boolean {
  return (
    before.main === after.main &&
    before.carried === after.carried &&
    (before.wal === '' || before.wal === after.wal) &&
    after.walBytes >= before.walBytes &&
    after.journalBytes >= before.journalBytes
  )
}

async function copyOnce(
  path: string,
  files: DatabaseFiles,
  options: CopyDatabaseOptions,
): Promise<DatabaseCopy> {
  const { to } = options
  const places = temporaryPlaces(files.bytes + files.walBytes)
  for (const [i, place] of places.entries()) {
    let folder: string | undefined
    try {
      folder = makePrivateFolder(to, place)
      return await copyInto(folder, path, files, options)
    } catch (error) {
      if (folder !== undefined) removePrivateFolder(to, folder)
      // The other place may be there, or have more room.
      const isPlace = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EACCES', 'ENOENT', 'EROFS'].includes(
        errorCode(error) ?? '',
      )
      if (!isPlace || i + 1 === places.length) throw error
    }
  }
  throw withCode('ENOSPC', 'there is no place for a copy')
}

async function copyInto(
  folder: string,
  path: string,
  files: DatabaseFiles,
  options: CopyDatabaseOptions,
): Promise<DatabaseCopy> {
  const { to } = options
  const copied = join(folder, 'copy.db')
  await withJournal(`${path}-journal`, options.from, (before) => copyFile(path, copied, options, before))
  // Behind the database: it must hold all that the database lacks.
  if (files.walBytes > 0) {
    try {
      await copyFile(`${path}-wal`, `${copied}-wal`, options)
    } catch (error) {
      // What vanishes just now is noticed by the second look.
      if (errorCode(error) !== 'ENOENT') throw error
    }
  }
  return {
    path: copied,
    files,
    hide() {
      for (const end of ['', '-wal']) removeQuietly(to, `${copied}${end}`)
    },
    remove: () => removePrivateFolder(to, folder),
  }
}

/** Pages of a database as they were before a transaction that did not end. */
interface EarlierPages extends RollbackJournal {
  readonly bytesAt: (offset: number) => Uint8Array
}

async function withJournal(
  path: string,
  disk: Disk,
  use: (before: EarlierPages | undefined) => Promise<void>,
): Promise<void> {
  if ((disk.stat(path)?.size ?? 0) === 0) return use(undefined)
  const fd = disk.openRead(path)
  try {
    const journal = rollbackJournal(disk, fd, (name) => disk.stat(name) !== undefined)
    const bytesAt = (at: number): Uint8Array => readOpenRange(disk, fd, at, journal?.pageBytes ?? 0)
    await use(journal && { ...journal, bytesAt })
  } finally {
    disk.close(fd)
  }
}

/** @param before what is written in place of what stands in the file */
async function copyFile(
  path: string,
  target: string,
  { from, to, signal }: CopyDatabaseOptions,
  before?: EarlierPages,
): Promise<void> {
  const source = from.openRead(path)
  try {
    const written = to.createExclusive(target)
    try {
      for (let at = 0; ;) {
        signal?.throwIfAborted()
        const piece = readOpenRange(from, source, at, PIECE)
        const end = before === undefined ? piece.length : putBack(piece, at, before)
        if (end === 0) break
        writeAll(to, written, piece.subarray(0, end))
        at += piece.length
        if (at % BREATH === 0) await pause(0)
      }
    } finally {
      to.close(written)
    }
  } finally {
    from.close(source)
  }
}

/** @returns how many bytes of the piece the database had */
function putBack(
  piece: Uint8Array,
  offset: number,
  { pages, pageBytes, pageCount, bytesAt }: EarlierPages,
): number {
  for (let at = 0; at < piece.length; at += pageBytes) {
    const place = pages.get((offset + at) / pageBytes + 1)
    if (place !== undefined) piece.set(bytesAt(place).subarray(0, piece.length - at), at)
  }
  return Math.max(0, Math.min(piece.length, pageCount * pageBytes - offset))
}

function withCode(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
