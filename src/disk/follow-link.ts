import * as fs from 'node:fs'
import { dirname, resolve } from 'node:path'

const mostHops = 40

/**
 * What a symbolic link at the end of a path points to in the end, there or not; the path itself when it is none. For
 * the files that people may keep elsewhere; the disk itself follows no link.
 */
export function followLink(path: string): string {
  let at = path
  for (let hops = 0; hops < mostHops; hops++) {
    try {
      at = resolve(fs.realpathSync.native(dirname(at)), fs.readlinkSync(at))
    } catch {
      return at
    }
  }
  return path
}
