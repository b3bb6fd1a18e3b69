const shortest = 500
const longest = 30_000

/**
 * How long to wait before a repetition, in milliseconds: twice as long each time, somewhere in the upper half of that so
 * that many programs do not come back at once ("equal jitter"), and never less than the server asks for.
 *
 * @param attempt 1 for the first repetition
 * @param random from 0 up to 1
 */
export function retryWait(attempt: number, random: number, asked = 0): number {
  const span = Math.min(longest, shortest * 2 ** attempt)
  return Math.round(Math.max(asked, span / 2 + (random * span) / 2))
}
