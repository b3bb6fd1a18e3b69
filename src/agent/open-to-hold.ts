import type { SessionsApi } from '../chatcli.ts'
import { ChatCliError } from '../errors.ts'
import { isImportedId } from '../store/imported-id.ts'
import type { ActiveNotice } from './active-notice.ts'
import { forkName } from './fork-name.ts'
import { lastFork } from './last-fork.ts'
import type { SaveHeldOptions } from './save-held.ts'
import type { ToHold } from './to-hold.ts'

/** A session that is taken up, and what is to be told of that. */
export interface OpenedToHold {
  readonly next: ToHold
  readonly notice: ActiveNotice | undefined
}

/**
 * Opens a session for a surface: a branch of it, where it cannot be bound to, and a fork of an import, which goes on
 * growing with its source: the last one that was made of it, unless the import has grown since.
 *
 * @throws ChatCliError as `SessionsApi.load`
 */
export function openToHold(
  sessions: SessionsApi,
  name: string,
  { isBindable }: SaveHeldOptions,
): OpenedToHold {
  const held = (session: string): ToHold =>
    isBindable(session)
      ? { live: sessions.open(session) }
      : { live: sessions.branch(session), origin: session }
  if (isImport(sessions, name)) {
    const last = lastFork(sessions, name)
    if (last?.isWhole === true)
      return { next: held(last.name), notice: { kind: 'on-with-fork', from: name, name: last.name } }
    const as = forkName(sessions, name)
    const live = sessions.branch(name, isBindable(as) ? { as } : {})
    const notice: ActiveNotice = { kind: 'forked-import', from: name, name: live.name, earlier: last?.name }
    return { next: { live, kept: live.entries.length }, notice }
  }
  return { next: held(name), notice: undefined }
}

function isImport(sessions: SessionsApi, name: string): boolean {
  try {
    return isImportedId(sessions.summary(name).id)
  } catch (error) {
    // Whoever opens it tells what is wrong with it.
    if (error instanceof ChatCliError) return false
    throw error
  }
}
