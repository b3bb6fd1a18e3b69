import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'

/** What a rollback journal puts back: how a database was before a transaction that did not end. */
export interface RollbackJournal {
  readonly pageBytes: number
  /** Pages the database had. */
  readonly pageCount: number
  /** Page number, from 1, and where its earlier bytes stand in the journal. */
  readonly pages: ReadonlyMap<number, number>
}

const MAGIC = 'd9d505f920a163d7'
const HEADER = 28
/** Stands for "as many records as there are". */
const ALL = 0xffffffff
/** Of each so many bytes of a page one is summed up. */
const STEP = 200

/**
 * Reads the rollback journal of SQLite (fileformat.html, section 3). The library does not do it: it takes its own lock for
 * that of a program which is still writing.
 *
 * @param exists whether there is a file of this name: a transaction over several databases has ended when its own is gone
 * @returns undefined when there is nothing to be put back
 */
export function rollbackJournal(
  disk: Disk,
  fd: FileDescriptor,
  exists: (path: string) => boolean,
): RollbackJournal | undefined {
  const { size } = disk.statOpen(fd)
  const read = (at: number, length: number): Buffer => Buffer.from(readOpenRange(disk, fd, at, length))
  const first = headerAt(read, 0)
  if (first === undefined || hasEnded(read, size, exists)) return undefined
  const { pageBytes, pageCount, sectorBytes } = first
  const record = pageBytes + 8
  const pages = new Map<number, number>()
  for (let at = 0; at + HEADER <= size;) {
    const header = headerAt(read, at)
    if (header === undefined) break
    at += sectorBytes
    const count = header.count === ALL ? Math.floor((size - at) / record) : header.count
    for (let i = 0; i < count && at + record <= size; i++, at += record) {
      const bytes = read(at, record)
      const page = bytes.readUInt32BE(0)
      if (bytes.readUInt32BE(4 + pageBytes) !== checksum(header.nonce, bytes.subarray(4, 4 + pageBytes)))
        return { pageBytes, pageCount, pages }
      if (page > 0 && page <= pageCount && !pages.has(page)) pages.set(page, at + 4)
    }
    at = Math.ceil(at / sectorBytes) * sectorBytes
  }
  return { pageBytes, pageCount, pages }
}

interface Header {
  readonly count: number
  readonly nonce: number
  readonly pageCount: number
  readonly sectorBytes: number
  readonly pageBytes: number
}

function headerAt(read: (at: number, length: number) => Buffer, at: number): Header | undefined {
  const bytes = read(at, HEADER)
  if (bytes.length < HEADER || bytes.toString('hex', 0, 8) !== MAGIC) return undefined
  const [count = 0, nonce = 0, pageCount = 0, sectorBytes = 0, pageBytes = 0] = [8, 12, 16, 20, 24].map((n) =>
    bytes.readUInt32BE(n),
  )
  const isPower = (n: number, least: number): boolean => n >= least && n <= 65_536 && (n & (n - 1)) === 0
  return isPower(sectorBytes, 32) && isPower(pageBytes, 512)
    ? { count, nonce, pageCount, sectorBytes, pageBytes }
    : undefined
}

function checksum(nonce: number, page: Buffer): number {
  let sum = nonce
  for (let at = page.length - STEP; at > 0; at -= STEP) sum += page[at] ?? 0
  return sum >>> 0
}

function hasEnded(
  read: (at: number, length: number) => Buffer,
  size: number,
  exists: (path: string) => boolean,
): boolean {
  if (size < HEADER + 16) return false
  const end = read(size - 16, 16)
  const length = end.readUInt32BE(0)
  if (end.toString('hex', 8) !== MAGIC || length === 0 || length > Math.min(4096, size - 16)) return false
  return !exists(read(size - 16 - length, length).toString('utf8'))
}
