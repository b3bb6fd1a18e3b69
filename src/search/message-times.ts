/** First and last of some times, milliseconds since the epoch; both NaN when one of them is unknown, or there is none. */
export interface MessageTimes {
  readonly firstAt: number
  readonly lastAt: number
}

export function messageTimes(times: Iterable<number>): MessageTimes {
  let firstAt = Infinity
  let lastAt = -Infinity
  for (const at of times) {
    // Unlike a comparison these do not forget an unknown time.
    firstAt = Math.min(firstAt, at)
    lastAt = Math.max(lastAt, at)
  }
  return firstAt === Infinity ? { firstAt: NaN, lastAt: NaN } : { firstAt, lastAt }
}
