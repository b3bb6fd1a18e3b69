import type { TimeUnit } from './time-span.ts'

/**
 * What a pattern means. `unit` is the calendar unit a fixed number of steps away, `ago` the one `{number}` steps back,
 * `recent` the span of the last `{number}` units until now, `month` a month in its year or, without one, the latest that
 * has begun; `since` and `after` are open at the end, `before` and `until` at the start, `between` goes from one point
 * to another.
 */
export type TimeMeaning =
  | { readonly kind: 'unit'; readonly unit?: TimeUnit; readonly steps: number }
  | {
      readonly kind:
        | 'ago'
        | 'recent'
        | 'month'
        | 'day'
        | 'date'
        | 'weekday'
        | 'year'
        | 'quarter'
        | 'since'
        | 'after'
        | 'before'
        | 'until'
        | 'between'
    }

/**
 * A pattern over folded words, and what it means. An element is a choice of words (`last|past`), a capture, or either
 * with a `?` when it may be absent. Captures: `{number}`, `{unit}` (any), `{period}` (week and longer, not followed by
 * "of"), `{month}` (full name), `{mon}` (short ones too), `{Mon}` (the same, with a capital), `{day}` (1 to 31),
 * `{year}`, `{year!}` (a year not followed by what it might count), `{weekday}`, `{fullweekday}` (never an ordinal),
 * `{quarter}`, `{date}` (ISO), `{point}` (any other pattern of the language, or a bare one).
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
  /** Words after which a period is part of something else ("last week of the sprint"). */
  readonly of: readonly string[]
  /** Recognised anywhere. */
  readonly rules: readonly TimeRule[]
  /** Recognised only as a `{point}`. */
  readonly bare: readonly TimeRule[]
}
