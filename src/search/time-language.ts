import type { TimeUnit } from './time-span.ts'

/**
 * What a pattern means. `unit` is the calendar unit a fixed number of steps away, `ago` the one `{number}` steps back,
 * `recent` the span of the last `{number}` units until now, `few-ago` and `few-recent` the same for "a few", `half-ago`
 * half a unit back; `month` and `quarter` are those of their year or, without one, the latest that has begun, `half` a
 * half of a year; `weekday` is the latest before today, or that of a week. `part` is a part of the day of its `{point}`,
 * or of a day some steps away, `third` the beginning, middle or end of a point, `week-of` the week that holds it,
 * `weekend` the latest that has begun. `since` and `after` are open at the end, `before` and `until` at the start,
 * `between` goes from one point to another.
 */
export type TimeMeaning =
  | { readonly kind: 'unit'; readonly unit?: TimeUnit; readonly steps: number }
  | { readonly kind: 'month' | 'quarter'; readonly yearSteps?: number }
  | { readonly kind: 'weekday'; readonly weekSteps?: number }
  | { readonly kind: 'part'; readonly daySteps?: number; readonly part?: PartOfDay }
  | { readonly kind: 'third'; readonly third: 0 | 1 | 2 }
  | {
      readonly kind:
        | 'ago'
        | 'recent'
        | 'few-ago'
        | 'few-recent'
        | 'half-ago'
        | 'half'
        | 'day'
        | 'date'
        | 'year'
        | 'week-of'
        | 'weekend'
        | 'since'
        | 'after'
        | 'before'
        | 'until'
        | 'between'
    }

export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night'

/**
 * A pattern over folded words, and what it means. An element is a choice of words (`last|past`), a capture, or either
 * with a `?` when it may be absent. Captures: `{number}`, `{unit}` (any), `{units}` (any, not followed
 * by "of"), `{period}` (week and longer, not followed by
 * "of"), `{month}` (full name), `{mon}` (short ones too), `{Mon}` (the same, with a capital), `{day}` (1 to 31),
 * `{year}`, `{year!}` (a year not followed by what it might count), `{weekday}`, `{fullweekday}` (never an ordinal),
 * `{quarter}` (`q3`), `{half}` (`h1`), `{first}` (an ordinal, of quarters and halves), `{part}` (of the day),
 * `{date}` (ISO, or with slashes where only one order is possible), `{slashes}` (day first), `{point}` (any other pattern
 * of the language, or a bare one).
 */
export interface TimeRule {
  readonly pattern: string
  readonly meaning: TimeMeaning
  /** The words may well be text that is sought: they stay in the query. */
  readonly keep?: boolean
}

/** One language of time phrases. Words are folded; every table may list forms with and without a suffix. */
export interface TimeLanguage {
  readonly units: Readonly<Record<string, TimeUnit>>
  readonly numbers: Readonly<Record<string, number>>
  /** 1 to 12. */
  readonly months: Readonly<Record<string, number>>
  /** Short names; they need a year or a day beside them. */
  readonly shortMonths: Readonly<Record<string, number>>
  /** 0 is Monday. */
  readonly weekdays: Readonly<Record<string, number>>
  /** Weekday names that are also ordinals or verbs ("segunda"). */
  readonly doubtfulWeekdays: readonly string[]
  readonly parts: Readonly<Record<string, PartOfDay>>
  /** 1 to 4. */
  readonly ordinals: Readonly<Record<string, number>>
  /** Words after which a period is part of something else ("last week of the sprint"). */
  readonly of: readonly string[]
  /** Recognised anywhere. */
  readonly rules: readonly TimeRule[]
  /** Recognised only as a `{point}`. */
  readonly bare: readonly TimeRule[]
}
