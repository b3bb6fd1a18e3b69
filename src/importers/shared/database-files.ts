import { sha256 } from '../../conversation/message-hash.ts'
import type { Disk } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { readRange } from '../../disk/read-range.ts'
import type { ImportMachine, ImportUnit } from '../importer.ts'
import { statThrough } from './list-files.ts'

/** How a database and the files beside it stand at a moment. */
export interface DatabaseFiles {
  /** Changes whenever the file itself is written. */
  readonly main: string
  readonly bytes: number
  /** Of the write-ahead log: changes when it begins anew, not when it grows. */
  readonly wal: string
  readonly walBytes: number
  /** Of the rollback journal. */
  readonly journalBytes: number
  /** How far the log was carried over into the file, as the programs that have it open tell each other. */
  readonly carried: string
  /** Milliseconds since the epoch: when something was written last. */
  readonly mtimeMs: number
}

/** Bytes of the header of a database, and of a write-ahead log. */
const HEADER = 100
const WAL_HEADER = 32
/** Where the shared index of the log tells what was carried over, and what somebody is about to carry over. */
const CARRIED = [96, 128] as const

/**
 * Looks at a database without opening it as one. The files beside it count too: what was written last stands in the log.
 *
 * @returns undefined when there is no such file; @throws the disk's own errors
 */
export function databaseFiles(disk: Disk, path: string): DatabaseFiles | undefined {
  const main = disk.stat(path)
  if (main?.kind !== 'file') return undefined
  const [wal, journal] = [disk.stat(`${path}-wal`), disk.stat(`${path}-journal`)]
  const walBytes = wal?.size ?? 0
  const { dev, ino, size, mtimeMs, ctimeMs } = main
  return {
    main: JSON.stringify([dev, ino, size, mtimeMs, ctimeMs, hashOf(disk, path, HEADER)]),
    bytes: size,
    wal: walBytes < WAL_HEADER ? '' : hashOf(disk, `${path}-wal`, WAL_HEADER),
    walBytes,
    journalBytes: journal?.size ?? 0,
    carried: CARRIED.map((at) => bytesOf(disk, `${path}-shm`, at, 4).toString('hex')).join(' '),
    mtimeMs: walBytes > 0 ? Math.max(mtimeMs, wal?.mtimeMs ?? 0) : mtimeMs,
  }
}

/** A database as a unit, by its path; undefined when there is none. */
export function databaseUnit(machine: ImportMachine, tool: string, path: string): ImportUnit | undefined {
  const found = statThrough(machine.disk, path)
  if (found?.stat.kind !== 'file') return undefined
  try {
    const files = databaseFiles(machine.disk, found.path)
    if (files === undefined) return undefined
    const { bytes, walBytes, mtimeMs } = files
    return { tool, path: found.path, key: found.path, bytes: bytes + walBytes, mtimeMs }
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    // Reading it says why.
    return { tool, path: found.path, key: found.path, bytes: found.stat.size, mtimeMs: found.stat.mtimeMs }
  }
}

function hashOf(disk: Disk, path: string, length: number): string {
  return sha256(bytesOf(disk, path, 0, length))
}

/** Empty when the file is not there, or too short. */
function bytesOf(disk: Disk, path: string, offset: number, length: number): Buffer {
  try {
    return Buffer.from(readRange(disk, path, offset, length))
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    return Buffer.alloc(0)
  }
}
