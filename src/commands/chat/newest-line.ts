import { localTime } from '../../text/local-time.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandContext } from '../command.ts'

/** One line that names the conversation in which something was said last, safe in a terminal; none for an empty memory. */
export function newestLine({ chatcli, text, timeZone }: CommandContext): readonly string[] {
  const newest = chatcli.sessions.list().sessions.find(({ interrupted }) => !interrupted)
  const at = newest === undefined ? undefined : localTime(newest.updatedAt, timeZone)
  if (newest === undefined || at === undefined) return []
  return [
    sanitiseLine(text.autoRecall.newest(newest.name, `${at.date} ${at.time.slice(0, 5)}`, newest.title)),
  ]
}
