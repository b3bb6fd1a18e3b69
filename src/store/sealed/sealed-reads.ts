import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import { openBlocks, type BlockReader, sealedBlockBytes } from '../../seal/block-file.ts'
import { openFile } from '../../seal/file-container.ts'
import { isSealedFile, mostHeaderBytes, readHeader } from '../../seal/file-header.ts'
import type { Keyring } from '../../seal/keyring.ts'
import { isLegacyData, openLegacyData } from '../../seal/legacy-data.ts'
import type { FileRule } from './file-rule.ts'

/** A file that is read as if it were not sealed. */
export interface SealedRead {
  /** Bytes of plaintext. */
  size(): number
  /** As `Disk.read`. */
  read(into: Uint8Array, position: number): number
}

/**
 * The sealed file behind an open descriptor; undefined when it is not sealed.
 *
 * @throws ChatCliError `key` or `damaged`; the disk's own errors
 */
export function sealedRead(
  disk: Disk,
  fd: FileDescriptor,
  path: string,
  rule: FileRule,
  keys: Keyring,
): SealedRead | undefined {
  const start = readOpenRange(disk, fd, 0, mostHeaderBytes)
  if (isLegacyData(start)) return inMemory(openLegacyData(keys, wholeOf(disk, fd), path))
  if (!isSealedFile(start)) return undefined
  // What belongs elsewhere says so by its id; what is of another layout could not be opened at all.
  if (readHeader(start)?.layout === 'blocks')
    return inBlocks(disk, fd, openBlocks(keys, rule, start, disk.statOpen(fd).size, path))
  return inMemory(openFile(keys, rule, wholeOf(disk, fd), path).bytes)
}

function wholeOf(disk: Disk, fd: FileDescriptor): Uint8Array {
  return readOpenRange(disk, fd, 0, disk.statOpen(fd).size)
}

function inMemory(plain: Uint8Array): SealedRead {
  return {
    size: () => plain.length,
    read(into, position) {
      const piece = plain.subarray(position, position + into.length)
      into.set(piece)
      return piece.length
    },
  }
}

/** Opened blocks that are kept of one file: reads go back and forth between a few. */
const keptBlocks = 256

function inBlocks(disk: Disk, fd: FileDescriptor, reader: BlockReader): SealedRead {
  const kept = new Map<number, Buffer>()
  const block = (number: number): Buffer => {
    const known = kept.get(number)
    if (known !== undefined) return known
    const { offset, length } = reader.place(number)
    const opened = reader.open(number, readOpenRange(disk, fd, offset, length))
    if (kept.size >= keptBlocks) kept.delete(kept.keys().next().value ?? 0)
    kept.set(number, opened)
    return opened
  }
  return {
    size: () => reader.size,
    read(into, position) {
      let done = 0
      while (done < into.length && position + done < reader.size) {
        const at = position + done
        const number = Math.floor(at / sealedBlockBytes)
        const piece = block(number).subarray(at - number * sealedBlockBytes)
        into.set(piece.subarray(0, into.length - done), done)
        done += Math.min(piece.length, into.length - done)
      }
      return done
    },
  }
}

/**
 * A log of sealed lines as if they were not sealed. What cannot be opened reads as an empty line.
 *
 * @param open the bytes of one line; undefined when it cannot be opened
 */
export function logRead(
  disk: Disk,
  fd: FileDescriptor,
  open: (line: Uint8Array) => Uint8Array | undefined,
): SealedRead {
  let done = 0
  let plain = Buffer.alloc(0)
  const refresh = (): void => {
    const { size } = disk.statOpen(fd)
    if (size <= done) return
    const more = Buffer.from(readOpenRange(disk, fd, done, size - done))
    // A line that is being written is taken when it is whole.
    const end = more.lastIndexOf(newline) + 1
    const parts: Uint8Array[] = [plain]
    for (let at = 0; at < end;) {
      const stop = more.indexOf(newline, at)
      parts.push(open(more.subarray(at, stop)) ?? nothing, lineEnd)
      at = stop + 1
    }
    done += end
    plain = Buffer.concat(parts)
  }
  refresh()
  return {
    size() {
      refresh()
      return plain.length
    },
    read(into, position) {
      const piece = plain.subarray(position, position + into.length)
      into.set(piece)
      return piece.length
    },
  }
}

const newline = 0x0a
const nothing = new Uint8Array()
const lineEnd = Buffer.of(newline)
