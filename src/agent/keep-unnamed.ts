import type { SessionsApi } from '../chatcli.ts'
import { ChatCliError } from '../errors.ts'
import type { LiveConversation } from '../store/live-conversation.ts'
import { hasMachinePrefix } from '../store/session-name.ts'
import { autosaveNames } from './autosave-names.ts'
import { endQuietly } from './end-quietly.ts'
import { isWorthKeeping } from './is-worth-keeping.ts'
import type { PutDown } from './put-down.ts'

export interface Unnamed {
  readonly live: LiveConversation
  /** The session it branched from. */
  readonly origin: string | undefined
  /** How many messages were there when it branched: they are kept elsewhere. */
  readonly kept: number
}

export interface KeepUnnamedOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly autosave: boolean
}

/**
 * Puts down a conversation that nobody named: it becomes an autosave, goes back to the one it branched from, or goes to
 * the trash. The same conversation never becomes two, also when two surfaces had it.
 *
 * @throws ChatCliError `storage`; then it is as it was
 */
export function keepUnnamed(
  sessions: SessionsApi,
  { live, origin, kept }: Unnamed,
  { now, autosave }: KeepUnnamedOptions,
): PutDown {
  const discard = (): void => endQuietly(() => sessions.discard(live))
  if (live.entries.length === kept) {
    discard()
    return { kind: 'nothing' }
  }
  live.settle()
  const joined = joinOther(sessions, live)
  if (joined !== undefined) return { kind: 'autosaved', name: joined }
  if (!isWorthKeeping(live) || !autosave) {
    // What was never on the disk is in no trash.
    const { hasTranscript } = live
    discard()
    return { kind: hasTranscript ? 'trashed' : 'nothing' }
  }
  if (origin !== undefined && hasMachinePrefix(origin) && sessions.exists(origin)) {
    const session = sessions.rejoin(live, origin)
    endQuietly(() => session.close())
    discard()
    return { kind: 'autosaved', name: origin }
  }
  const name = giveName(live, now())
  endQuietly(() => live.close())
  return { kind: 'autosaved', name }
}

/** Where another surface that had the same conversation has saved it, this one's part is saved too. */
function joinOther(sessions: SessionsApi, live: LiveConversation): string | undefined {
  const { hasTranscript, transcriptId } = live
  if (!hasTranscript) return undefined
  const other = sessions
    .list()
    .sessions.find((session) => session.transcriptId === transcriptId && !session.interrupted)
  if (other === undefined) return undefined
  live.followRename(other.name)
  if (live.name === undefined || !live.save()) return undefined
  endQuietly(() => live.close())
  return other.name
}

function giveName(live: LiveConversation, now: number): string {
  for (const name of autosaveNames(now)) {
    try {
      live.bind(name, { machine: true })
      live.save()
      return name
    } catch (error) {
      live.unbind()
      // Another process took the name in the same second.
      if (!(error instanceof ChatCliError) || !['exists', 'conflict'].includes(error.code)) throw error
    }
  }
  throw new ChatCliError('conflict', 'No name was free for this conversation', {
    hint: 'It is safe in its transcript; `chatcli session list` shows it.',
  })
}
