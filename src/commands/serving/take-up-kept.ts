import type { ActiveConversation } from '../../agent/active-conversation.ts'
import type { SessionsApi, SessionSummary } from '../../chatcli.ts'
import { ChatCliError } from '../../errors.ts'
import { hasMachinePrefix } from '../../store/session-name.ts'
import type { KeptRecord } from './kept-record.ts'

/**
 * Takes up again what was kept of a conversation of a client: the session it is bound to, or the transcript it is in,
 * whatever that is called by now. A session that was deleted meanwhile is one it is not bound to any more.
 *
 * @throws ChatCliError as `ActiveConversation.load`
 */
export function takeUpKept(
  sessions: SessionsApi,
  conversation: ActiveConversation,
  { session, transcript, from, mirror, messages }: KeptRecord,
): void {
  const isNew = messages === 0 && [session, transcript, from].every((one) => one === undefined)
  if (isNew) return
  if (session !== undefined && summaryOf(sessions, session) !== undefined) {
    conversation.load(session)
    return
  }
  const own = session === undefined ? summaryOf(sessions, mirror) : undefined
  const isOwn = transcript === undefined || [transcript, undefined].includes(own?.transcriptId)
  if (own !== undefined && isOwn && !own.interrupted) {
    conversation.goOn(mirror)
    return
  }
  const found =
    transcript === undefined
      ? undefined
      : sessions.list().sessions.find((one) => one.transcriptId === transcript)
  if (found !== undefined) {
    if (found.interrupted) conversation.recover(found.name)
    else if (hasMachinePrefix(found.name)) conversation.goOn(found.name)
    else conversation.load(found.name)
  } else if (from !== undefined && summaryOf(sessions, from) !== undefined) {
    // Nothing was said yet in what branched from there.
    conversation.load(from)
    if (session === undefined) conversation.detach()
  } else if (session !== undefined && transcript === undefined) conversation.attach(session)
}

function summaryOf(sessions: SessionsApi, name: string): SessionSummary | undefined {
  try {
    return sessions.summary(name)
  } catch (error) {
    if (error instanceof ChatCliError && error.code === 'not-found') return undefined
    throw error
  }
}
