import type { SessionInfo, SessionInfoUpdate } from '@agentclientprotocol/sdk/unstable'
import type { ServedStatus } from '../../commands/serving/served-status.ts'
import { sanitiseLine } from '../../text/sanitise.ts'

/** What an editor lists of a session. */
export function sessionInfo(status: ServedStatus): SessionInfo {
  return { sessionId: status.id, cwd: status.cwd, ...infoUpdate(status) }
}

/** What of it changes. */
export function infoUpdate(
  status: Pick<ServedStatus, 'session' | 'title' | 'updatedAt' | 'messages'>,
): Required<Pick<SessionInfoUpdate, 'title' | 'updatedAt' | '_meta'>> {
  const { session, title, updatedAt, messages } = status
  return {
    title: shownTitle(session, title),
    updatedAt: new Date(updatedAt).toISOString(),
    _meta: { messageCount: messages, session: session ?? null },
  }
}

/** The name of a session goes first: a rename is seen. Null while nothing was said. */
function shownTitle(session: string | undefined, title: string): string | null {
  const parts = [session ?? '', title].map(sanitiseLine).filter((part) => part.trim() !== '')
  const shown = parts[0] === parts[1] ? parts[0] : parts.join(': ')
  return shown || null
}
