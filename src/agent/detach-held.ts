import type { SessionsApi } from '../chatcli.ts'
import { endQuietly } from './end-quietly.ts'
import type { HeldConversation } from './held-conversation.ts'
import type { ToHold } from './to-hold.ts'

/**
 * Lets go of the session a conversation is bound to, and keeps the conversation.
 *
 * @returns what is held then; undefined when it is the same conversation, without a name
 * @throws ChatCliError `storage`; then nothing has changed
 */
export function detachHeld(sessions: SessionsApi, held: HeldConversation): ToHold | undefined {
  const { live } = held
  held.finish()
  const { name } = live
  // It was deleted elsewhere, or another conversation has the name.
  if (name === undefined || (live.snapshotSize === 0 && !held.isEmpty)) {
    held.letGo()
    return undefined
  }
  const next = sessions.exists(name) ? sessions.branch(name) : sessions.create()
  endQuietly(() => live.close())
  return { live: next, kept: next.entries.length }
}
