import type { Settings } from '../../settings.ts'
import { indexBehind } from '../chat/index-behind.ts'
import type { CommandContext } from '../command.ts'

/** Sessions that are worth a look of the index. */
const STEP = 500

/**
 * Makes what is imported searchable while more is imported, in a thread of its own.
 *
 * @returns to be told how many sessions there are new
 */
export function indexWhileImporting(
  { chatcli, keys }: Pick<CommandContext, 'chatcli' | 'keys'>,
  { home, timeZone, transcript }: Pick<Settings, 'home' | 'timeZone' | 'transcript'>,
): (newSessions: number) => void {
  const index = indexBehind(chatcli, { home, timeZone, transcripts: transcript, keys })
  let due = STEP
  return (newSessions) => {
    if (newSessions < due) return
    due = newSessions + STEP
    index()
  }
}
