import type { Disk } from '../../disk/disk.ts'
import { type Fields, isFields } from './fields.ts'
import { fileHead } from './file-head.ts'
import { jsonOf } from './json-value.ts'

const PEEK = 65_536

/** The first objects of a JSONL file, as far as they stand whole in its first 64 KiB: to tell whose it is. */
export function peekJson(disk: Disk, path: string): Fields[] {
  const bytes = fileHead(disk, path, PEEK)
  const found: Fields[] = []
  for (let from = 0; from < bytes.length;) {
    const newline = bytes.indexOf(10, from)
    const end = newline < 0 ? bytes.length : newline
    try {
      const value = jsonOf(bytes.subarray(from, end))
      if (isFields(value)) found.push(value)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
    from = end + 1
  }
  return found
}
