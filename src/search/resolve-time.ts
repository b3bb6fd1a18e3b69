import type { PartOfDay, TimeMeaning } from './time-language.ts'
import type { TimeContext, TimeSpan, TimeUnit } from './time-span.ts'
import { daySpan, monthSpan, unitSpan, untilNow } from './time-span.ts'
import { startOfHour, wallTime } from './zone-time.ts'

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
  readonly part?: PartOfDay
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
      return unitSpan(unit, -number, context, number / 4)
    case 'recent':
      return untilNow(number, unit, context)
    case 'few-ago':
      return { from: unitSpan(unit, -most, context).from, to: unitSpan(unit, -2, context).to }
    case 'few-recent':
      return untilNow(most, unit, context)
    case 'half-ago': {
      const half = halves[unit]
      return half === undefined ? undefined : unitSpan(half[0], -half[1], context, half[1] / 4)
    }
    case 'month': {
      const { month = 1 } = captures
      return monthSpan(yearOf(captures, month, 1, context, meaning.yearSteps), month, 1, timeZone)
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
      if (meaning.weekSteps !== undefined) {
        const { weekday = 0 } = captures
        const offset = weekday - today.weekday + 7 * meaning.weekSteps
        return daySpan(today.year, today.month, today.day + offset, timeZone)
      }
      // Today's own name means the one a week ago.
      const back = (today.weekday - (captures.weekday ?? 0) + 7) % 7 || 7
      return daySpan(today.year, today.month, today.day - back, timeZone)
    }
    case 'quarter': {
      const month = quarter * 3 - 2
      return monthSpan(yearOf(captures, month, 1, context, meaning.yearSteps), month, 3, timeZone)
    }
    case 'half': {
      const month = quarter * 6 - 5
      return quarter > 2 ? undefined : monthSpan(yearOf(captures, month, 1, context), month, 6, timeZone)
    }
    case 'weekend': {
      const { weekday } = wallTime(context.now, timeZone)
      return unitSpan('weekend', weekday >= 5 ? 0 : -1, context)
    }
    case 'part':
      return partOfDay(meaning.part ?? captures.part ?? 'morning', meaning.daySteps, captures, context)
    case 'week-of': {
      // "The last week of March" is not the week that holds the first of March.
      const span = pointOf(captures, context)
      return isDay(span) ? unitSpan('week', 0, { ...context, now: span.from }) : undefined
    }
    case 'third':
      return thirdOf(
        meaning.third,
        captures.year === undefined
          ? pointOf(captures, context)
          : resolveTime({ kind: 'year' }, captures, context),
      )
    case 'year':
      return monthSpan(captures.year ?? wallTime(context.now, timeZone).year, 1, 12, timeZone)
    case 'between':
      return between(captures, context)
    default:
      return openRange(meaning.kind, captures, context)
  }
}

/** Units that "a few" and "the last days" reach back at most. */
const most = 6
const day = 86_400_000
const halves: Partial<Record<TimeUnit, readonly [TimeUnit, number]>> = {
  year: ['month', 6],
  month: ['week', 2],
  day: ['hour', 12],
  hour: ['minute', 30],
}
/** Hours on the wall; a night ends on the day after. */
const hours: Readonly<Record<PartOfDay, readonly [from: number, to: number]>> = {
  morning: [5, 12],
  afternoon: [12, 18],
  evening: [17, 24],
  night: [18, 30],
}

function partOfDay(
  part: PartOfDay,
  daySteps: number | undefined,
  captures: TimeCaptures,
  context: TimeContext,
): TimeSpan | undefined {
  const span = daySteps === undefined ? pointOf(captures, context) : unitSpan('day', daySteps, context)
  if (!isDay(span)) return undefined
  const date = wallTime(span.from, context.timeZone)
  const [from, to] = hours[part]
  const at = (hour: number): number => startOfHour(date.year, date.month, date.day, hour, context.timeZone)
  return { from: at(from), to: at(to) }
}

/** A day has 25 hours at most. */
function isDay(span: TimeSpan | undefined): span is TimeSpan & { readonly from: number } {
  return span?.from !== undefined && span.to !== undefined && span.to - span.from < 26 * 3_600_000
}

/** Beginning, middle or end of a month or something longer; a week is too short to have them. */
function thirdOf(third: number, span: TimeSpan | undefined): TimeSpan | undefined {
  if (span?.from === undefined || span.to === undefined) return undefined
  const length = (span.to - span.from) / 3
  if (length < 9 * day) return undefined
  return { from: span.from + third * length, to: span.from + (third + 1) * length }
}

function pointOf(captures: TimeCaptures, context: TimeContext): TimeSpan | undefined {
  const [point] = captures.points ?? []
  return point === undefined ? undefined : resolveTime(point.meaning, point.captures, context)
}

/** The year named, else the latest in which that day has begun. */
function yearOf(
  captures: TimeCaptures,
  month: number,
  day: number,
  context: TimeContext,
  yearSteps?: number,
): number {
  if (captures.year !== undefined) return captures.year
  const today = wallTime(context.now, context.timeZone)
  if (yearSteps !== undefined) return today.year + yearSteps
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
  const span = pointOf(captures, context)
  if (span === undefined) return undefined
  if (kind === 'since') return { from: span.from, to: undefined }
  if (kind === 'after') return { from: span.to, to: undefined }
  return { from: undefined, to: kind === 'before' ? span.from : span.to }
}
