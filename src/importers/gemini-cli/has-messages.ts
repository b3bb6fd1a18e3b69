import { errorCode } from '../../disk/error-code.ts'
import type { ImportMachine } from '../importer.ts'
import { fieldsOf } from '../shared/fields.ts'
import { jsonLines } from '../shared/json-lines.ts'

/** Whether a log is there and says anything: one that only has a header is left behind by a resume that failed. */
export function hasMessages({ disk, now }: ImportMachine, path: string): boolean {
  let fd: number | undefined
  try {
    if (disk.stat(path)?.kind !== 'file') return false
    fd = disk.openRead(path)
    for (const { fields } of jsonLines(disk, fd, { now: now() }))
      if (fields?.['type'] !== undefined || 'messages' in fieldsOf(fields?.['$set'])) return true
    return false
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return false
  } finally {
    if (fd !== undefined) disk.close(fd)
  }
}
