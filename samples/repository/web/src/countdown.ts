/** Shows how long a hold still lasts: `9:41`, and `0:00` when it is over. */
export function countdownText(expires: number, now: number): string {
  const left = Math.max(0, Math.floor((expires - now) / 1000))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}

/** Below a minute the page turns the clock red and offers to start again. */
export function isUrgent(expires: number, now: number): boolean {
  return expires - now < 60_000
}
