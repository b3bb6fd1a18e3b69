import type { Disk } from './disk.ts'
import { readWholeFile } from './read-file.ts'

/** A whole file as UTF-8 text; what is no UTF-8 becomes U+FFFD. Throws the disk's own errors (`ENOENT`, …). */
export function readText(disk: Disk, path: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(readWholeFile(disk, path))
}
