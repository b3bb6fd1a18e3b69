import type { Disk } from '../../disk/disk.ts'
import { fileHead } from './file-head.ts'

const HEAD = 65_536

/**
 * The first 64 KiB of a JSON file, a character for each byte: names of members stand in it between quotes, as they can
 * in no string. Empty for any other file, and for one that cannot be read.
 */
export function jsonHead(disk: Disk, path: string): string {
  const head = fileHead(disk, path, HEAD).toString('latin1')
  return /^(\xef\xbb\xbf)?\s*[[{]/.test(head) ? head : ''
}
