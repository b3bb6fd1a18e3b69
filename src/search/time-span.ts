import type { WallTime } from './zone-time.ts'
import { startOfDay, wallTime } from './zone-time.ts'

/** Milliseconds since the epoch; `from` is inside, `to` is not. An open end is undefined. */
export interface TimeSpan {
  readonly from: number | undefined
  readonly to: number | undefined
}

/** The moment a phrase is relative to, and the zone of the person who typed it. */
export interface TimeContext {
  readonly now: number
  readonly timeZone: string
}

export type TimeUnit =
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'weekend'
  | 'month'
  | 'quarter'
  | 'year'

const fixed: Partial<Record<TimeUnit, number>> = { second: 1000, minute: 60_000, hour: 3_600_000 }

/**
 * The calendar unit `steps` away from the one that holds now: (week, −1) is the week before this one, Monday to
 * Monday. Seconds, minutes and hours are no calendar units: the span lies around that moment, half a unit to each side
 * or as many units as `slack` says where that is more.
 */
export function unitSpan(unit: TimeUnit, steps: number, context: TimeContext, slack: number = 0): TimeSpan {
  const { now, timeZone } = context
  const length = fixed[unit]
  const side = Math.max(0.5, slack)
  if (length !== undefined) return { from: now + (steps - side) * length, to: now + (steps + side) * length }
  const today = wallTime(now, timeZone)
  return days(
    startOf(unit, today, steps),
    startOf(unit, today, unit === 'weekend' ? steps : steps + 1),
    unit,
    timeZone,
  )
}

/** The day a number of days from a wall date, as a span of that one day. */
export function daySpan(year: number, month: number, day: number, timeZone: string): TimeSpan {
  return { from: startOfDay(year, month, day, timeZone), to: startOfDay(year, month, day + 1, timeZone) }
}

export function monthSpan(year: number, month: number, months: number, timeZone: string): TimeSpan {
  return { from: startOfDay(year, month, 1, timeZone), to: startOfDay(year, month + months, 1, timeZone) }
}

/** The span from `count` units ago until now ("the last 7 days"). */
export function untilNow(count: number, unit: TimeUnit, context: TimeContext): TimeSpan {
  return { from: unitSpan(unit === 'weekend' ? 'week' : unit, -count, context).from, to: context.now }
}

type Day = readonly [year: number, month: number, day: number]

function days(from: Day, to: Day, unit: TimeUnit, timeZone: string): TimeSpan {
  const extra = unit === 'weekend' ? 2 : 0
  return { from: startOfDay(...from, timeZone), to: startOfDay(to[0], to[1], to[2] + extra, timeZone) }
}

function startOf(unit: TimeUnit, today: WallTime, steps: number): Day {
  const { year, month, day, weekday } = today
  switch (unit) {
    case 'week':
      return [year, month, day - weekday + 7 * steps]
    case 'weekend':
      return [year, month, day - weekday + 5 + 7 * steps]
    case 'month':
      return [year, month + steps, 1]
    case 'quarter':
      return [year, month - ((month - 1) % 3) + 3 * steps, 1]
    case 'year':
      return [year + steps, 1, 1]
    default:
      return [year, month, day + steps]
  }
}
