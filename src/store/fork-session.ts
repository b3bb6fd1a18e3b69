import { ChatCliError } from '../errors.ts'
import type { LiveConversation } from './live-conversation.ts'
import { loadConversation } from './load-conversation.ts'
import { checkNameFree } from './name-free.ts'
import { forkLive } from './open-live.ts'
import { checkSessionName } from './session-name.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Makes an independent copy of a session with a timeline of its own: all its lines, so that whatever could be undone can
 * be undone in the fork too. The original is not touched.
 *
 * @throws ChatCliError `invalid-name`, `not-found`, `exists`, `damaged`, `storage`
 */
export function forkSession(context: StoreContext, from: string, to: string): LiveConversation {
  checkSessionName(to)
  checkNameFree(context, to)
  const w = context.randomHex(16)
  // As in `openLive`: what another hand changed becomes the second line of the writer.
  const loaded = loadConversation(context, from, { whole: true, writer: { w, n: 1 } })
  const fork = forkLive(context, loaded, { name: to, w })
  try {
    fork.begin()
    fork.save()
    return fork
  } catch (error) {
    if (error instanceof ChatCliError && error.code === 'conflict') fork.discard()
    throw error
  }
}
