import type { WindowMessage } from '../fold-state.ts'
import type { Message } from '../message.ts'
import type { Draft, DraftEntry } from './draft.ts'

/** A draft in which one message stands for those at `places` (in order, at least one), where the first of them was. */
export function replaceMiddle(draft: Draft, places: readonly number[], message: Message): Draft {
  const gone = new Set(places)
  const from = places.flatMap((place) => draft[place]?.from ?? [])
  const [first, ...rest] = from
  if (first === undefined) return draft
  const stand: DraftEntry = { from: [first, ...rest] as [WindowMessage, ...WindowMessage[]], message }
  return draft.flatMap((entry, i) => (i === places[0] ? [stand] : gone.has(i) ? [] : [entry]))
}

/** How many messages a person would say those at `places` were, counting what earlier summaries stand for. */
export function messagesIn(draft: Draft, places: readonly number[]): number {
  const counts = places.map((place) => draft[place]?.message.meta?.summary_of)
  return counts.reduce<number>((sum, count) => sum + (typeof count === 'number' && count > 0 ? count : 1), 0)
}
