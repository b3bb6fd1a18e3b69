import { messageHash } from '../conversation/message-hash.ts'
import { foldTranscript } from './fold-transcript.ts'
import { readSession } from './read-session.ts'
import { sideFilesOf, transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

/**
 * True when a session file that names no transcript begins with all messages of the window of one: an older build of the
 * Go program has rewritten the file and dropped what tied the two together.
 */
export function continuesTranscript(context: StoreContext, name: string, id: string): boolean {
  try {
    const { chat_history } = readSession(context, name).file
    const { fold } = foldTranscript(context.disk, transcriptPath(context, id), {
      sideFiles: sideFilesOf(context, id),
    })
    const window = fold.window()
    const isSame = (hash: string, i: number): boolean => {
      const message = chat_history[i]
      return message !== undefined && messageHash(message) === hash
    }
    return window.length > 0 && window.every(({ hash }, i) => isSame(hash, i))
  } catch {
    return false
  }
}
