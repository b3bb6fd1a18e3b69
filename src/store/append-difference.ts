import { hasMachinePrefix } from './session-name.ts'
import type { LiveConversation } from './live-conversation.ts'
import { openLive } from './open-live.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Brings what was said in a branch of a session back to that session: messages the session has not are appended to it,
 * under the ids they have, so that doing it twice changes nothing. What became private in the branch is private
 * there.
 *
 * @returns the session, to go on with
 * @throws ChatCliError as `openLive` and `LiveConversation.append`
 */
export function appendDifference(
  context: StoreContext,
  branch: LiveConversation,
  name: string,
): LiveConversation {
  const session = openLive(context, name)
  const isPrivate = (live: LiveConversation): boolean => live.state().settings.private === true
  if (isPrivate(branch) && !isPrivate(session)) session.set({ private: true })
  const known = new Set(session.entries.map(({ id }) => id))
  const turns = new Map<string, { id: string; entry: (typeof branch.entries)[number] }[]>()
  for (const entry of branch.entries) {
    const { ref, turn, origin } = entry
    if (origin === 'put' || session.hasLine(ref)) continue
    const id = entry.id ?? ref.join('-')
    if (known.has(id)) continue
    turns.set(turn, [...(turns.get(turn) ?? []), { id, entry }])
  }
  for (const [turn, said] of turns) {
    const messages = said.map(({ id, entry: { at, message } }) => ({ created_at: at, ...message, id }))
    session.append(messages, { turn })
  }
  if (!hasMachinePrefix(name)) session.claim()
  session.save()
  return session
}
