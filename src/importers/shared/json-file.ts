import type { Disk } from '../../disk/disk.ts'
import type { CappedJson } from './capped-json.ts'
import { jsonInRange } from './json-value.ts'

/** The JSON value of a file. Throws the disk's own errors. @throws SyntaxError when it holds none */
export function jsonFile(disk: Disk, path: string): CappedJson {
  const fd = disk.openRead(path)
  try {
    return jsonInRange(disk, fd, 0, disk.statOpen(fd).size)
  } finally {
    disk.close(fd)
  }
}
