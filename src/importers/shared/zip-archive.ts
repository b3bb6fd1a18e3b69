import { Readable } from 'node:stream'
import { constants, crc32, inflateRawSync } from 'node:zlib'
import {
  type Entry,
  fromRandomAccessReader,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl'
import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import type { SkipReason } from '../importer.ts'

/** A file in a zip archive. Nothing is ever unpacked to the disk. */
export interface ZipMember {
  /** As it stands in the archive, folders joined by `/`. */
  readonly name: string
  /** Why it cannot be read, if so. */
  readonly problem?: { readonly reason: SkipReason; readonly detail: string }
  /** Its first bytes, as many as come of a small piece of the archive; empty when they cannot be read. */
  head(): Uint8Array
  /**
   * Its bytes, unpacked as they are asked for.
   *
   * @throws ZipError when they are damaged, or so many that the archive is a trap
   */
  chunks(): AsyncIterable<Uint8Array>
}

export interface ZipArchive {
  readonly members: readonly ZipMember[]
  /** Why there are no more of them, if the list of the archive itself cannot be read to its end. */
  readonly problem?: { readonly reason: SkipReason; readonly detail: string }
}

/** The bytes of a member are not what the archive says. */
export interface ZipError extends Error {
  readonly isZipError: true
}

export function isZipError(error: unknown): error is ZipError {
  return error instanceof Error && 'isZipError' in error
}

const PIECE = 2 ** 18
const HEAD = 65_536
/** What a whole archive may unpack to: conversations shrink to a tenth, and one that shrinks to nothing holds none. */
const MOST = 512 * 2 ** 20
const RATIO = 200
const MOST_MEMBERS = 500_000

/**
 * Looks into an open zip archive. Throws nothing for what it holds, but the disk's own errors.
 *
 * @param most bytes that all of it may unpack to beside {@link RATIO} times its own
 */
export function openZip(disk: Disk, fd: FileDescriptor, most: number = MOST): ZipArchive {
  const { size } = disk.statOpen(fd)
  const budget = { bytes: most + RATIO * size }
  const members: ZipMember[] = []
  let problem: ZipArchive['problem']
  const fail = (error: Error | null): void => {
    const detail = error?.message ?? ''
    problem ??= { reason: /encryption/.test(detail) ? 'encrypted' : 'damaged', detail }
  }
  // Names are decoded here: one that points out of the archive must not make the whole of it unreadable.
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false }
  // The reader answers at once, and so does the library: nothing here is waited for.
  fromRandomAccessReader(new DiskReader(disk, fd, size), size, options, (error, zip: ZipFile | undefined) => {
    if (error !== null || zip === undefined) {
      fail(error)
      return
    }
    zip.on('error', fail)
    zip.on('entry', (entry: Entry) => members.push(memberOf(disk, fd, zip, entry, budget)))
    for (let count = 1; count <= zip.entryCount; count++) {
      if (count <= MOST_MEMBERS) zip.readEntry()
      if (members.length === count) continue
      fail(new Error('its list of files is damaged'))
      return
    }
  })
  return problem === undefined ? { members } : { members, problem }
}

function memberOf(
  disk: Disk,
  fd: FileDescriptor,
  zip: ZipFile,
  entry: Entry,
  budget: { bytes: number },
): ZipMember {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
  const problem = problemOf(entry, name)
  return {
    name,
    ...(problem === undefined ? {} : { problem }),
    head: () => (problem === undefined ? headOf(disk, fd, zip, entry) : new Uint8Array()),
    chunks: () => chunksOf(zip, entry, budget),
  }
}

function problemOf(entry: Entry, name: string): ZipMember['problem'] {
  if (entry.isEncrypted()) return { reason: 'encrypted', detail: name }
  if (!entry.canDecodeFileData())
    return { reason: 'unknown', detail: `${name} is packed by method ${entry.compressionMethod}` }
  if (name.startsWith('/') || /^[a-z]:/i.test(name) || name.split('/').includes('..'))
    return { reason: 'unknown', detail: `${name} points out of the archive` }
  return undefined
}

function headOf(disk: Disk, fd: FileDescriptor, zip: ZipFile, entry: Entry): Uint8Array {
  let head: Uint8Array = new Uint8Array()
  zip.readLocalFileHeader(entry, { minimal: true }, (error: Error | null, header) => {
    if (error !== null) return
    const packed = readOpenRange(disk, fd, header.fileDataStart, Math.min(HEAD, entry.compressedSize))
    try {
      head = entry.isCompressed()
        ? inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * 2 ** 20 })
        : packed
    } catch {
      // What it holds is told when it is read.
    }
  })
  return head.subarray(0, HEAD)
}

async function* chunksOf(zip: ZipFile, entry: Entry, budget: { bytes: number }): AsyncGenerator<Uint8Array> {
  let sum = 0
  try {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      budget.bytes -= chunk.length
      if (budget.bytes < 0) throw new Error('it unpacks to far more than conversations do')
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (error) {
    if (error instanceof DiskError) throw error.cause
    throw zipError(error)
  }
  if (sum !== entry.crc32) throw zipError(new Error('its checksum is another one'))
}

function zipError(cause: unknown): ZipError {
  const message = cause instanceof Error ? cause.message : String(cause)
  return Object.assign(new Error(message, { cause }), { isZipError: true as const })
}

/** What the disk refused, on its way through the library. */
class DiskError extends Error {}

class DiskReader extends RandomAccessReader {
  readonly #disk: Disk
  readonly #fd: FileDescriptor
  readonly #size: number

  constructor(disk: Disk, fd: FileDescriptor, size: number) {
    super()
    this.#disk = disk
    this.#fd = fd
    this.#size = size
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, count?: number) => void,
  ): void {
    const isInside = position + length <= this.#size
    const bytes = isInside ? readOpenRange(this.#disk, this.#fd, position, length) : new Uint8Array()
    buffer.set(bytes, offset)
    callback(null, bytes.length)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false })
  }

  *#pieces(start: number, end: number): Generator<Uint8Array, void, undefined> {
    for (let at = start; at < end; at += PIECE) {
      try {
        yield readOpenRange(this.#disk, this.#fd, at, Math.min(PIECE, end - at))
      } catch (error) {
        throw new DiskError('the disk refused', { cause: error })
      }
    }
  }
}
