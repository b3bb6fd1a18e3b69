import type { LineRef, MessageRef } from '../../conversation/event.ts'
import { refKey } from '../../conversation/range-set.ts'
import { ChatCliError } from '../../errors.ts'
import type { ActiveConversation } from '../active-conversation.ts'
import { openTurnsOf } from './open-turns.ts'
import { planRewind } from './plan-rewind.ts'
import { type RewindPoint, rewindPoints } from './rewind-points.ts'

export interface RewindOptions {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Although lines before the point cannot be read. */
  readonly anyway?: boolean
}

export interface Rewound {
  readonly point: RewindPoint
  /** The rewrite; undefined when the window was as wanted already. */
  readonly ref: LineRef | undefined
  /** How many messages left the window, and how many came back. */
  readonly removed: number
  readonly restored: number
  /** What the person had said at the point, to be said otherwise. */
  readonly words: string
  /** The turns that began with the point or after it, whatever became of them since. */
  readonly turns: ReadonlySet<string>
}

/**
 * Takes a conversation back to a point. What leaves the window stays in the record, and `undoRewind` brings it back.
 *
 * @param to the message of a `RewindPoint`
 * @throws ChatCliError `not-found` for what is no point any more, `damaged` when lines before it cannot be read, and as
 *   `ActiveConversation.beginTurn`
 */
export function rewindTo(conversation: ActiveConversation, to: MessageRef, options: RewindOptions): Rewound {
  const { now, anyway = false } = options
  conversation.beginTurn()
  const { live } = conversation
  const whole = live.whole()
  const point = rewindPoints(live, now).find(({ ref }) => refKey(ref) === refKey(to))
  if (point === undefined) throw noPoint()
  const past = live.back(to)
  const lost = past?.state().problems.filter(({ kind }) => kind === 'gap').length ?? 0
  if (lost > 0 && !anyway) throw unreadable(lost)
  const body = planRewind(whole, { point, past, now })
  if (body === 'unresolved') throw noPoint()
  const before = new Set(whole.window().map(({ ref }) => refKey(ref)))
  const from = whole.record.findIndex(({ ref }) => refKey(ref) === refKey(to))
  const words = whole.record[from]?.message.content ?? ''
  const others = openTurnsOf(whole.openTurns, now)
  const begun = new Set(whole.record.slice(0, from).map(({ turn }) => turn))
  const later = whole.record.slice(from).map(({ turn }) => turn)
  const turns = new Set(later.filter((turn) => !begun.has(turn) && !others.has(turn)))
  if (body === undefined) return { point, ref: undefined, removed: 0, restored: 0, words, turns }
  const ref = conversation.rewrite(body)
  conversation.endTurn()
  conversation.flush()
  const after = new Set(live.state().window.map(({ ref: one }) => refKey(one)))
  return {
    point,
    ref,
    removed: [...before].filter((key) => !after.has(key)).length,
    restored: [...after].filter((key) => !before.has(key)).length,
    words,
    turns,
  }
}

function noPoint(): ChatCliError {
  return new ChatCliError('not-found', 'The conversation cannot go back to that message', {
    hint: 'It changed meanwhile; /rewind lists where it can go.',
  })
}

function unreadable(lines: number): ChatCliError {
  return new ChatCliError('damaged', `What stood before it is not certain: ${lines} gaps in the transcript`, {
    hint: 'Nothing was changed. /rewind N --anyway goes back to what can be read.',
  })
}
