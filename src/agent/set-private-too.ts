import type { SessionsApi } from '../chatcli.ts'
import { hasMachinePrefix } from '../store/session-name.ts'

/**
 * Makes the session a conversation goes on from private along with it, or public again, when the program named it: the
 * two will be one.
 *
 * @throws ChatCliError `storage`
 */
export function setPrivateToo(sessions: SessionsApi, origin: string | undefined, isPrivate: boolean): void {
  if (origin === undefined || !hasMachinePrefix(origin) || !sessions.exists(origin)) return
  const session = sessions.open(origin)
  try {
    session.set({ private: isPrivate ? true : null })
    session.save()
  } finally {
    session.close()
  }
}
