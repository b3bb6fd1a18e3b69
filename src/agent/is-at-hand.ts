import type { SessionsApi, SessionSummary } from '../chatcli.ts'
import type { LiveConversation } from '../store/live-conversation.ts'

/** Whether a name of the list is that of a conversation: it is bound to it, or was never saved. */
export function isAtHand(sessions: SessionsApi, live: LiveConversation, name: string): boolean {
  if (live.name !== undefined) return live.name === name
  const { hasTranscript, transcriptId } = live
  const isIt = (session: SessionSummary): boolean =>
    session.name === name && session.transcriptId === transcriptId
  return hasTranscript && sessions.list().sessions.some(isIt)
}
