import { hasMachinePrefix } from './session-name.ts'
import type { LiveConversation } from './live-conversation.ts'
import { openLive } from './open-live.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Brings what was said in a branch of a session back to that session: messages the session has not are appended to it,
 * under the ids they have, so that doing it twice changes nothing. What became private in the branch is private there,
 * and what is attached to the branch is attached there.
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
  const attached = (live: LiveConversation): unknown => live.state().settings.attachments ?? null
  if (JSON.stringify(attached(branch)) !== JSON.stringify(attached(session)))
    session.set({ attachments: branch.state().settings.attachments ?? null })
  const known = new Set(session.entries.map(({ id }) => id))
  const takeTwin = context.transcripts ? () => false : twinsIn(session)
  const turns = new Map<string, { id: string; entry: Said }[]>()
  for (const entry of branch.entries) {
    const { ref, turn, origin } = entry
    if (origin === 'put' || session.hasLine(ref)) continue
    const id = entry.id ?? ref.join('-')
    if (takeTwin(entry) || known.has(id)) continue
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

type Said = LiveConversation['entries'][number]

/**
 * Without transcripts the lines of a session get new names with each change of its file. A message that says the same at
 * the same time is the same then; each is taken once.
 */
function twinsIn(session: LiveConversation): (entry: Said) => boolean {
  const keyOf = ({ hash, message }: Said): string => `${message.created_at ?? ''} ${hash}`
  const left = new Map<string, number>()
  for (const entry of session.entries) left.set(keyOf(entry), (left.get(keyOf(entry)) ?? 0) + 1)
  return (entry) => {
    const count = left.get(keyOf(entry)) ?? 0
    left.set(keyOf(entry), count - 1)
    return count > 0
  }
}
