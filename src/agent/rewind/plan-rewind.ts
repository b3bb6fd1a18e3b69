import type { MessageRef, RewriteBody } from '../../conversation/event.ts'
import type { WindowMessage } from '../../conversation/fold-state.ts'
import { planRewrite } from '../../conversation/plan-rewrite.ts'
import { RangeSet, refKey } from '../../conversation/range-set.ts'
import type { PastConversation, WholeConversation } from '../../store/live-conversation.ts'
import { openTurnsOf } from './open-turns.ts'
import type { RewindPoint } from './rewind-points.ts'

export interface PlanRewindOptions {
  readonly point: Pick<RewindPoint, 'ref' | 'turn'>
  /** The conversation right behind the line of the point; undefined when lines are not kept. */
  readonly past: Pick<PastConversation, 'window' | 'has'> | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * The rewrite that brings the window back to what stood before a point, as a difference to what stands there now. What
 * stays as it is: turns that somebody else is at, late lines of turns that had begun before, what was removed or put in
 * by hand since, and a compaction that was taken back since.
 *
 * @returns undefined when the window is that already; `unresolved` when the point cannot be found in the past
 */
export function planRewind(
  whole: Pick<WholeConversation, 'record' | 'openTurns' | 'window'>,
  { point, past, now }: PlanRewindOptions,
): RewriteBody | 'unresolved' | undefined {
  const seen = whole.window()
  const then = past?.window() ?? seen
  const at = then.findIndex(({ ref }) => refKey(ref) === refKey(point.ref))
  if (at < 0) return 'unresolved'
  const open = openTurnsOf(whole.openTurns, now)
  const before = then.slice(0, at).filter(({ turn }) => !open.has(turn))
  const removed = new Set(whole.record.filter(({ gone }) => gone === 'removed').map(({ ref }) => refKey(ref)))
  const wanted = new Map<string, MessageRef>()
  const want = ({ ref }: Pick<WindowMessage, 'ref'>): void => void wanted.set(refKey(ref), ref)
  const isSeen = new Set(seen.map(({ ref }) => refKey(ref)))
  for (const message of before) {
    if (removed.has(refKey(message.ref))) continue
    const originals =
      message.of === undefined || isSeen.has(refKey(message.ref)) ? [] : inWindow(message, seen)
    if (originals.length === 0) want(message)
    else originals.forEach(want)
  }
  const begun = new Set(before.map(({ turn }) => turn))
  begun.delete(point.turn)
  const lastStaying = seen.findLastIndex(({ ref }) => wanted.has(refKey(ref)))
  for (const [place, message] of seen.entries()) {
    const isNew = past !== undefined && !past.has([message.ref[0], message.ref[1]])
    const isLate = isNew && message.of === undefined && begun.has(message.turn)
    const isByHand = isNew && message.of === undefined && message.ref.length === 3 && place < lastStaying
    if (open.has(message.turn) || isLate || isByHand) want(message)
  }
  const keep = [...wanted.values()]
  if (keep.length === seen.length && keep.every((ref) => isSeen.has(refKey(ref)))) return undefined
  return planRewrite({ reason: 'rewind', seen, keep })
}

/** The messages of the window that a derived message stood for once. */
function inWindow({ of = [] }: WindowMessage, window: readonly WindowMessage[]): readonly WindowMessage[] {
  const stood = new RangeSet(of)
  return window.filter(({ ref, of: own }) => own === undefined && stood.has(ref))
}
