/** How much of a session was said inside a span, as far as its first and last times tell. */
export type Inside = 'all' | 'none' | 'some' | 'unknown'

/**
 * Compares the times of a session with a span whose `from` is inside and whose `to` is not; milliseconds. `some`: its
 * first or last message is inside, another is not. `unknown`: only a look at its messages can tell.
 */
export function rangeInside(firstAt: number, lastAt: number, from: number, to: number): Inside {
  if (lastAt < from || firstAt >= to) return 'none'
  const isFirst = firstAt >= from
  const isLast = lastAt < to
  if (isFirst && isLast) return 'all'
  return isFirst || isLast ? 'some' : 'unknown'
}
