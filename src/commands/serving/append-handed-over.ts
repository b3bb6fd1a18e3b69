import type { ActiveConversation } from '../../agent/active-conversation.ts'
import type { Mode } from '../../agent/turn.ts'
import type { Message } from '../../conversation/message.ts'
import { messageHash } from '../../conversation/message-hash.ts'
import { ChatCliError } from '../../errors.ts'
import type { LiveConversation } from '../../store/live-conversation.ts'
import type { KnownIds } from './known-ids.ts'

/** A message that an agent hands over to be remembered. */
export interface HandedOver {
  /** The client's own; what has an id that is known is not added again. */
  readonly id: string
  readonly message: Message
  /** When it was said, in milliseconds since the epoch; now, when not given. */
  readonly at?: number
}

export interface Appended {
  readonly added: number
  readonly known: number
  /** The disk refused: they are in memory, and go to the disk with what comes next. */
  readonly notSaved: boolean
}

/**
 * Adds an agent's own turns to a conversation, each message once, however often a part of them is handed over.
 *
 * @throws ChatCliError `usage` for what is no message, `conflict` for another text under an id that is known; nothing is
 *   added then; and as `ActiveConversation.beginTurn`
 */
export function appendHandedOver(
  conversation: ActiveConversation,
  given: readonly HandedOver[],
  { ids, mode }: { readonly ids: KnownIds; readonly mode: Mode },
): Appended {
  const messages = withoutRepeats(given)
  conversation.beginTurn()
  const { live } = conversation
  const looks = messages.map((message) => ids.look(live, message.id, message))
  const added = looks.filter((look) => look === 'new').length
  const known = given.length - added
  const isOther = looks.includes('other')
  // It is handed over again because nobody said that it is on the disk: what was refused may go there now.
  if (added === 0 && !isOther) return { added, known, notSaved: !isSettled(live) }
  // What was cut off in the middle goes on in the turn it began; what follows on a turn that is over is another one.
  const open = new Set(live.whole().openTurns.map((one) => one.turn))
  const begun = messages.map(({ id }) => ids.turnOf(id)).find((one) => one !== undefined && open.has(one))
  const turn = begun ?? live.newTurn()
  const notSaved = isRefused(() => live.append(messages, { turn }))
  conversation.completeTurn({ turn, mode, end: 'done' })
  return { added, known, notSaved }
}

function isSettled(live: LiveConversation): boolean {
  return !isRefused(() => live.settle()) && live.status !== 'not-saved'
}

/** Whether the disk refused. */
function isRefused(work: () => void): boolean {
  try {
    work()
    return false
  } catch (error) {
    if (error instanceof ChatCliError && error.code === 'storage') return true
    throw error
  }
}

type WithId = Message & { readonly id: string }

function withoutRepeats(given: readonly HandedOver[]): readonly WithId[] {
  const byId = new Map<string, WithId>()
  for (const { id, message, at } of given) {
    if (typeof id !== 'string' || id === '')
      throw new ChatCliError('usage', 'A message that is handed over needs an id', {
        hint: 'Give each message one of its own, and the same whenever it is handed over again.',
      })
    const time = at === undefined ? {} : { created_at: timeOf(at) }
    const one = { ...message, ...time, id }
    const before = byId.get(id)
    if (before === undefined) byId.set(id, one)
    else if (messageHash(before) !== messageHash(one))
      throw new ChatCliError('conflict', `Two messages have the id "${id}"`, {
        hint: 'Give each message one of its own.',
      })
  }
  return [...byId.values()]
}

function timeOf(at: number): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime()))
    throw new ChatCliError('usage', `${at} is no time`, { hint: 'Give milliseconds since the epoch.' })
  return date.toISOString()
}
