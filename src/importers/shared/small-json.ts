import type { Disk } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { readRange } from '../../disk/read-range.ts'
import { jsonOf, LONG_JSON } from './json-value.ts'

/** The value of a small JSON file that stands beside a conversation; undefined when there is none that can be read. */
export function smallJson(disk: Disk, path: string): unknown {
  try {
    return jsonOf(readRange(disk, path, 0, LONG_JSON))
  } catch (error) {
    if (!(error instanceof SyntaxError) && errorCode(error) === undefined) throw error
    return undefined
  }
}
