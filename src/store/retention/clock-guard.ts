/** What is remembered of the clock between runs. */
export interface ClockMemory {
  /** The latest time any run saw, milliseconds since the epoch. */
  readonly highWater: number
  /** Days (UTC, `2026-06-01`) on which runs saw an earlier time than that, by more than a day. */
  readonly earlierDays: readonly string[]
}

export interface ClockVerdict {
  /**
   * `jumped`: so far past the last run that the clock may be wrong; `behind`: before it. In both, nothing may be removed.
   */
  readonly verdict: 'fine' | 'jumped' | 'behind'
  /** To be remembered. */
  readonly memory: ClockMemory
}

const DAY = 86_400_000
/** More than this past the last run, and the clock has to be seen twice. */
const JUMP_MS = 30 * DAY
/** Clocks of several machines, and of one before and after it asked for the time, differ by less. */
const SKEW_MS = DAY
const DAYS_TO_BELIEVE = 3

/**
 * Judges the time by the times that were seen before. A jump ahead is believed by the next run; a time before the
 * highest one is believed when runs of three days saw such times.
 */
export function judgeClock(now: number, { highWater, earlierDays }: ClockMemory): ClockVerdict {
  if (now > highWater + JUMP_MS) return { verdict: 'jumped', memory: { highWater: now, earlierDays: [] } }
  if (now >= highWater - SKEW_MS)
    return { verdict: 'fine', memory: { highWater: Math.max(highWater, now), earlierDays: [] } }
  const days = [...new Set([...earlierDays, new Date(now).toISOString().slice(0, 10)])]
  const isBelieved = days.length >= DAYS_TO_BELIEVE
  return {
    verdict: 'behind',
    memory: isBelieved ? { highWater: now, earlierDays: [] } : { highWater, earlierDays: days },
  }
}
