import { isPersons } from '../../conversation/compaction/message-kinds.ts'
import type { MessageRef } from '../../conversation/event.ts'
import type { WindowMessage } from '../../conversation/fold-state.ts'
import type { LiveConversation } from '../../store/live-conversation.ts'
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
 * window or compacted. What was rewound is none; `undoRewind` brings it back. They follow from the transcript, so they
 * are there after a restart, in a fork, and in what was imported.
 *
 * @param now milliseconds since the epoch
 */
export function rewindPoints(
  live: Pick<LiveConversation, 'state' | 'whole'>,
  now: number,
): readonly RewindPoint[] {
  const { window, openTurns } = live.state()
  const open = openTurnsOf(openTurns, now)
  const openFrom = countsFrom(window.map(({ turn }) => open.has(turn)))
  const points: Placed[] = []
  const add = (said: Said, place: number, isCompacted: boolean): void => {
    const { ref, turn, at, message } = said
    if (!isPersons(message) || open.has(turn)) return
    const goes = window.length - place - (openFrom[place] ?? 0)
    points.push({ place, point: { ref, turn, at, label: labelOf(message.content), goes, isCompacted } })
  }
  for (const [place, message] of window.entries()) if (message.of === undefined) add(message, place, false)
  // Without a derived message in the window nothing is compacted, and what stood there before need not be read.
  const coverOf = compactedPlaces(window)
  if (coverOf !== undefined)
    for (const entry of live.whole().record) {
      const place = entry.live || entry.gone !== 'compacted' ? undefined : coverOf(entry.ref)
      if (place !== undefined) add(entry, place, true)
    }
  return points
    .reverse()
    .sort((a, b) => b.place - a.place)
    .map(({ point }) => point)
}

type Said = Pick<WindowMessage, 'ref' | 'turn' | 'at' | 'message'>

interface Placed {
  readonly place: number
  readonly point: RewindPoint
}

function compactedPlaces(
  window: readonly WindowMessage[],
): ((ref: MessageRef) => number | undefined) | undefined {
  return window.some(({ of }) => of !== undefined) ? standingFor(window) : undefined
}

function labelOf(content: string): string {
  const text = content.slice(0, mostLabelText).replaceAll(/\s+/g, ' ').trim()
  // Most are plain, and finding the characters of a text takes its time.
  const isPlain = /^[ -~]*$/.test(text)
  return isPlain && text.length > labelColumns
    ? `${text.slice(0, labelColumns - 1).trimEnd()}…`
    : cutToWidth(text, labelColumns)
}

/** For each place, how many from there on are marked. */
function countsFrom(marks: readonly boolean[]): readonly number[] {
  let count = 0
  return marks
    .toReversed()
    .map((isMarked) => (count += isMarked ? 1 : 0))
    .reverse()
}
