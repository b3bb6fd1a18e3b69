import type { SessionsApi } from '../chatcli.ts'
import type { LiveConversation } from '../store/live-conversation.ts'
import { checkSessionName, hasMachinePrefix } from '../store/session-name.ts'
import { endQuietly } from './end-quietly.ts'
import type { HeldConversation } from './held-conversation.ts'
import type { ToHold } from './to-hold.ts'

export interface SaveHeldOptions {
  /** Whether a conversation stays in a session of that name; else it goes on in a branch of it. */
  readonly isBindable: (name: string) => boolean
}

export interface SaveBackOptions extends SaveHeldOptions {
  /** Move another conversation of that name to the trash. */
  readonly force: boolean
}

/**
 * Saves a conversation under a name: where it is already, in the session it branched from, or as a new one.
 *
 * @returns what is held then; undefined when that is what was held before
 * @throws ChatCliError `invalid-name`, `exists`, `storage`
 */
export function saveHeld(
  sessions: SessionsApi,
  held: HeldConversation,
  name: string,
  { isBindable, force }: SaveBackOptions,
): ToHold | undefined {
  if (name === held.name) {
    held.snapshots.cancel()
    held.live.save()
    return undefined
  }
  if (name === held.origin && !hasMachinePrefix(name) && sessions.exists(name)) {
    const branch = held.live
    held.snapshots.cancel()
    const session = sessions.rejoin(branch, name)
    endQuietly(() => sessions.discard(branch))
    return bound(sessions, session, name, isBindable)
  }
  checkSessionName(name)
  if (force && sessions.exists(name)) sessions.delete(name)
  return saveHeldAs(sessions, held, name, { isBindable })
}

/**
 * Saves a conversation under another name than it has: a bound one as a fork, and one that nobody named as what it is.
 *
 * @throws ChatCliError `invalid-name`, `exists`, `storage`
 */
export function saveHeldAs(
  sessions: SessionsApi,
  held: HeldConversation,
  name: string,
  { isBindable }: SaveHeldOptions,
): ToHold {
  const { live } = held
  if (held.name !== undefined) {
    held.finish()
    if (held.name !== undefined && live.snapshotSize > 0) {
      sessions.fork(held.name, name)
      endQuietly(() => live.close())
      return bound(sessions, sessions.open(name), name, isBindable)
    }
  }
  const mirror = held.writtenMirror()
  if (mirror === undefined) live.bind(name)
  else {
    sessions.rename(mirror, name)
    live.followRename(name)
  }
  live.claim()
  live.save()
  return bound(sessions, live, name, isBindable)
}

/** It stays with a session that was just saved, or with a branch of it. */
function bound(
  sessions: SessionsApi,
  live: LiveConversation,
  name: string,
  isBindable: SaveHeldOptions['isBindable'],
): ToHold {
  if (isBindable(name)) return { live }
  endQuietly(() => live.close())
  return { live: sessions.branch(name), origin: name }
}
