import { messageHash } from '../conversation/message-hash.ts'
import { foldWhole } from './fold-whole.ts'
import { readSession } from './read-session.ts'
import { seededId } from './seed-events.ts'
import type { StoreContext } from './store-context.ts'

/**
 * True when a session file that names no transcript goes with this one all the same. Either the transcript was seeded
 * from just this file, and nobody came to writing the file since; or the file begins with all messages of the
 * transcript's window: an older build of the Go program has rewritten it and dropped what tied the two together.
 */
export function continuesTranscript(context: StoreContext, name: string, id: string): boolean {
  try {
    const { file, bytes } = readSession(context, name)
    const { chat_history } = file
    if (id === file.id || id === seededId(name, bytes)) return true
    const window = foldWhole(context, id, { forLooking: true }).fold.window()
    const isSame = (hash: string, i: number): boolean => {
      const message = chat_history[i]
      return message !== undefined && messageHash(message) === hash
    }
    return window.length > 0 && window.every(({ hash }, i) => isSame(hash, i))
  } catch {
    return false
  }
}
