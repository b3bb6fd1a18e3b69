import type { TimeMeaning } from './time-language.ts'
import type { TimeContext, TimeSpan, TimeUnit } from './time-span.ts'
import { daySpan, monthSpan, unitSpan, untilNow } from './time-span.ts'
import { wallTime } from './zone-time.ts'

/** What the words of a time phrase stand for. */
export interface TimeCaptures {
  readonly number?: number
  readonly unit?: TimeUnit
  /** 1 to 12. */
  readonly month?: number
  readonly day?: number
  readonly year?: number
  /** 0 is Monday. */
  readonly weekday?: number
  /** 1 to 4. */
  readonly quarter?: number
  readonly points?: readonly { readonly meaning: TimeMeaning; readonly captures: TimeCaptures }[]
}

/** The span a time phrase means; undefined when it means none (31 February). */
export function resolveTime(
  meaning: TimeMeaning,
  captures: TimeCaptures,
  context: TimeContext,
): TimeSpan | undefined {
  const { number = 1, unit = 'day', quarter = 1 } = captures
  const { timeZone } = context
  switch (meaning.kind) {
    case 'unit':
      return unitSpan(meaning.unit ?? unit, meaning.steps, context)
    case 'ago':
      return unitSpan(unit, -number, context)
    case 'recent':
      return untilNow(number, unit, context)
    case 'month': {
      const { month = 1 } = captures
      return monthSpan(yearOf(captures, month, 1, context), month, 1, timeZone)
    }
    case 'date':
    case 'day': {
      const { month = 1, day } = captures
      if (day === undefined) return monthSpan(yearOf(captures, month, 1, context), month, 1, timeZone)
      const year = yearOf(captures, month, day, context)
      if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined
      return daySpan(year, month, day, timeZone)
    }
    case 'weekday': {
      const today = wallTime(context.now, timeZone)
      // Today's own name means the one a week ago.
      const back = (today.weekday - (captures.weekday ?? 0) + 7) % 7 || 7
      return daySpan(today.year, today.month, today.day - back, timeZone)
    }
    case 'quarter': {
      const month = quarter * 3 - 2
      return monthSpan(yearOf(captures, month, 1, context), month, 3, timeZone)
    }
    case 'year':
      return monthSpan(captures.year ?? wallTime(context.now, timeZone).year, 1, 12, timeZone)
    case 'between':
      return between(captures, context)
    default:
      return openRange(meaning.kind, captures, context)
  }
}

/** The year named, else the latest in which that day has begun. */
function yearOf(captures: TimeCaptures, month: number, day: number, context: TimeContext): number {
  if (captures.year !== undefined) return captures.year
  const today = wallTime(context.now, context.timeZone)
  const ahead = month > today.month || (month === today.month && day > today.day)
  return ahead ? today.year - 1 : today.year
}

function between(captures: TimeCaptures, context: TimeContext): TimeSpan | undefined {
  const [first, second] = captures.points ?? []
  if (first === undefined || second === undefined) return undefined
  const end = resolveTime(second.meaning, second.captures, context)
  if (end?.to === undefined) return undefined
  // "from November to February 2025": a start without a year belongs to the end, not to today.
  const floating = first.captures.year === undefined && first.captures.month !== undefined
  const start = resolveTime(
    first.meaning,
    first.captures,
    floating ? { ...context, now: end.to - 1 } : context,
  )
  if (start?.from === undefined || start.from >= end.to) return undefined
  return { from: start.from, to: end.to }
}

function openRange(
  kind: 'since' | 'after' | 'before' | 'until',
  captures: TimeCaptures,
  context: TimeContext,
): TimeSpan | undefined {
  const [point] = captures.points ?? []
  const span = point === undefined ? undefined : resolveTime(point.meaning, point.captures, context)
  if (span === undefined) return undefined
  if (kind === 'since') return { from: span.from, to: undefined }
  if (kind === 'after') return { from: span.to, to: undefined }
  return { from: undefined, to: kind === 'before' ? span.from : span.to }
}
