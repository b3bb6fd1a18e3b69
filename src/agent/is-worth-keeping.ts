import type { LiveConversation } from '../store/live-conversation.ts'

/** Fewer messages than this that are not the system's are no conversation worth keeping. */
const TRIVIAL = 2

/** Whether there is enough of a conversation that nobody named to keep it. */
export function isWorthKeeping({ entries }: Pick<LiveConversation, 'entries'>): boolean {
  let said = 0
  for (const { message } of entries) if (message.role !== 'system' && ++said >= TRIVIAL) return true
  return false
}
