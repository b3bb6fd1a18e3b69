import type { SessionsApi } from '../chatcli.ts'
import { isImportedId } from '../store/imported-id.ts'
import type { ActiveNotice } from './active-notice.ts'
import { forkName } from './fork-name.ts'
import type { SaveHeldOptions } from './save-held.ts'
import type { ToHold } from './to-hold.ts'

/** A session that is taken up, and what is to be told of that. */
export interface OpenedToHold {
  readonly next: ToHold
  readonly notice: ActiveNotice | undefined
}

/**
 * Opens a session for a surface: a branch of it, where it cannot be bound to, and a fork of an import, which goes on
 * growing with its source.
 *
 * @throws ChatCliError as `SessionsApi.load`
 */
export function openToHold(
  sessions: SessionsApi,
  name: string,
  { isBindable }: SaveHeldOptions,
): OpenedToHold {
  const isImport = sessions.list().sessions.some((one) => one.name === name && isImportedId(one.id))
  if (isImport) {
    const as = forkName(sessions, name)
    const live = sessions.branch(name, isBindable(as) ? { as } : {})
    const notice: ActiveNotice = { kind: 'forked-import', from: name, name: live.name }
    return { next: { live, kept: live.entries.length }, notice }
  }
  const next = isBindable(name)
    ? { live: sessions.open(name) }
    : { live: sessions.branch(name), origin: name }
  return { next, notice: undefined }
}
