import type { WindowMessage } from '../../conversation/fold-state.ts'
import type { Message } from '../../conversation/message.ts'
import { RangeSet, rangeOf } from '../../conversation/range-set.ts'
import type { LiveConversation } from '../../store/live-conversation.ts'

/**
 * The messages of a window, those of one turn at its end: what another surface asks meanwhile is not what is to be
 * answered here. What stands for messages of this turn alone moves with them, so that no result is parted from its call;
 * what stands for others too keeps its place.
 */
export function ownTurnLast(
  window: readonly WindowMessage[],
  turn: string,
  { entries }: Pick<LiveConversation, 'entries'>,
): readonly Message[] {
  if (window.every((one) => one.turn === turn)) return window.map(({ message }) => message)
  const own = new RangeSet(entries.flatMap((entry) => (entry.turn === turn ? [rangeOf(entry.ref)] : [])))
  const isOwn = ({ of, turn: its }: WindowMessage): boolean =>
    its === turn && (of === undefined || own.covers(new RangeSet(of.filter(({ length }) => length === 3))))
  const ordered = [...window.filter((one) => !isOwn(one)), ...window.filter(isOwn)]
  return ordered.map(({ message }) => message)
}
