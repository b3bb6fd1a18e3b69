import type { SessionsApi } from '../chatcli.ts'
import { ChatCliError } from '../errors.ts'
import type { ActiveNotice } from './active-notice.ts'
import { endQuietly } from './end-quietly.ts'
import type { HeldConversation } from './held-conversation.ts'
import type { ToHold } from './to-hold.ts'

/** What became of a conversation that lost the name it was to have; both undefined when it lost none. */
export interface JoinedFirst {
  readonly next: ToHold | undefined
  readonly notice: ActiveNotice | undefined
}

/**
 * Another surface made the session that a conversation was to become: it goes on there, with what was said here. Of a
 * rolling copy nobody is told, since nobody chose its name.
 */
export function joinFirst(sessions: SessionsApi, held: HeldConversation): JoinedFirst {
  const lost = held.takeLostName()
  if (lost === undefined) return { next: undefined, notice: undefined }
  const { name, isMirror } = lost
  const mine = held.live
  const told = (kind: 'joined' | 'name-taken'): ActiveNotice | undefined =>
    isMirror ? undefined : { kind, name }
  try {
    const live = sessions.rejoin(mine, name)
    held.snapshots.cancel()
    endQuietly(() => sessions.discard(mine))
    return { next: { live, mirroredAs: isMirror ? name : undefined }, notice: told('joined') }
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
    if (mine.name !== undefined) mine.unbind()
    return { next: undefined, notice: told('name-taken') }
  }
}
