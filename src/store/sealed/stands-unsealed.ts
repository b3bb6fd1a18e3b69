import type { Disk } from '../../disk/disk.ts'
import { readRange } from '../../disk/read-range.ts'
import { isSealedFile } from '../../seal/file-header.ts'
import { isLegacyData } from '../../seal/legacy-data.ts'
import { isSealedLine } from '../../seal/sealed-line.ts'

const newline = 0x0a
/** More than the blank lines and the clear part of a first line. */
const startBytes = 512

/**
 * Whether a file says something in clear, from its beginning on. Lines may follow that are sealed. Lines that the Go program
 * sealed are told too: they are bound to no place, so anything may stand between them.
 *
 * @param disk the disk as it is
 */
export function standsUnsealed(disk: Disk, path: string): boolean {
  if (disk.stat(path)?.kind !== 'file') return false
  const start = readRange(disk, path, 0, startBytes)
  const first = start.findIndex((byte) => byte !== newline)
  if (first < 0 || isSealedFile(start) || isLegacyData(start)) return false
  return !isSealedLine(start.subarray(first))
}
