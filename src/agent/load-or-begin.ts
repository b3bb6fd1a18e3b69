import type { SessionsApi } from '../chatcli.ts'
import { ChatCliError } from '../errors.ts'

/** Loads a session, or begins one when there is none; also when somebody else began one a moment before. */
export function loadOrBegin<T>(
  sessions: Pick<SessionsApi, 'exists'>,
  name: string,
  { load, begin }: { readonly load: () => T; readonly begin: () => T },
): T {
  if (sessions.exists(name)) return load()
  try {
    return begin()
  } catch (error) {
    const isTaken = error instanceof ChatCliError && error.code === 'exists'
    if (isTaken && sessions.exists(name)) return load()
    throw error
  }
}
