import type { MessageRef } from '../../conversation/event.ts'
import { refKey } from '../../conversation/range-set.ts'
import type { WholeConversation } from '../../store/live-conversation.ts'
import { cutToWidth } from '../../text/display-width.ts'
import { openTurnsOf } from './open-turns.ts'
import { standingFor } from './standing-for.ts'

/** A point to rewind to: the conversation as it was just before the person said something. */
export interface RewindPoint {
  /** What the person said. */
  readonly ref: MessageRef
  readonly turn: string
  /** Its first words, at most 60 columns. */
  readonly label: string
  /** ISO 8601 time of its line. */
  readonly at: string
  /** How many messages of the window would go. */
  readonly goes: number
  /** It was compacted since: what it was said after comes back whole. */
  readonly isCompacted: boolean
}

const labelColumns = 60
/** No label needs more of a text. */
const mostLabelText = 400

/**
 * The points a conversation can go back to, newest first: one before each thing a person said, as far as that is in the
 * window or compacted. What was rewound is none; `/rewind undo` brings it back. They follow from the transcript, so
 * they are there after a restart, in a fork, and in what was imported.
 *
 * @param now milliseconds since the epoch
 */
export function rewindPoints(
  whole: Pick<WholeConversation, 'record' | 'openTurns' | 'window'>,
  now: number,
): readonly RewindPoint[] {
  const window = whole.window()
  const open = openTurnsOf(whole.openTurns, now)
  const placeOf = new Map(window.map(({ ref }, place) => [refKey(ref), place]))
  const coverOf = standingFor(window)
  const openFrom = countsFrom(window.map(({ turn }) => open.has(turn)))
  const points: RewindPoint[] = []
  for (const { ref, turn, at, live, gone, message, origin } of whole.record) {
    if (message.role !== 'user' || origin === 'put' || open.has(turn)) continue
    if (!live && gone !== 'compacted') continue
    const place = live ? placeOf.get(refKey(ref)) : coverOf(ref)
    if (place === undefined) continue
    const goes = window.length - place - (openFrom[place] ?? 0)
    points.push({ ref, turn, at, label: labelOf(message.content), goes, isCompacted: !live })
  }
  return points.reverse()
}

function labelOf(content: string): string {
  return cutToWidth(content.slice(0, mostLabelText).replaceAll(/\s+/g, ' ').trim(), labelColumns)
}

/** For each place, how many from there on are marked. */
function countsFrom(marks: readonly boolean[]): readonly number[] {
  let count = 0
  return marks
    .toReversed()
    .map((isMarked) => (count += isMarked ? 1 : 0))
    .reverse()
}
