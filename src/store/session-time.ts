import { parseTime } from '../conversation/parse-time.ts'
import type { SessionFile } from '../conversation/session-file.ts'

/**
 * When the messages of a session that have no time of their own were said, at best guess, in milliseconds since the
 * epoch: the date in an autosave name (local time), else `updated_at`, else the time of the file.
 */
export function fallbackTime(name: string, file: Pick<SessionFile, 'updated_at'>, mtimeMs: number): number {
  const stamp = /^autosave-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})/.exec(name)
  if (stamp !== null) {
    const [year = 0, month = 1, day, hour, minute, second] = stamp.slice(1).map(Number)
    const at = new Date(year, month - 1, day, hour, minute, second).getTime()
    if (!Number.isNaN(at)) return at
  }
  return parseTime(file.updated_at) ?? Math.round(mtimeMs)
}
