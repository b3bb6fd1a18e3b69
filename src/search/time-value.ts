import { isoDate } from './time-phrase.ts'
import { resolveTime } from './resolve-time.ts'
import type { TimeContext, TimeSpan, TimeUnit } from './time-span.ts'
import { unitSpan, untilNow } from './time-span.ts'

const letters: Readonly<Record<string, TimeUnit>> = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' }

/**
 * Span of the value of `on:`, `before:` or `after:`: an ISO day, month or year, `today`, `yesterday`, or an age such as
 * `7d` or `<7d` (the last seven days until now) and `>2w` (everything older); letters `h d w m y`. Undefined when it is
 * none of these. Two of them with `..` between are a range.
 */
export function timeValue(value: string, context: TimeContext): TimeSpan | undefined {
  const text = value.toLowerCase()
  const range = /^([^.]+)\.\.([^.]+)$/.exec(text)
  if (range !== null) {
    const from = timeValue(range[1] ?? '', context)?.from
    const to = timeValue(range[2] ?? '', context)?.to
    return from === undefined || to === undefined || from >= to ? undefined : { from, to }
  }
  if (text === 'today') return unitSpan('day', 0, context)
  if (text === 'yesterday') return unitSpan('day', -1, context)
  const date = isoDate(text) ?? (/^(?:19[7-9]|20\d)\d$/.test(text) ? { year: Number(text) } : undefined)
  if (date !== undefined) return resolveTime({ kind: 'month' in date ? 'date' : 'year' }, date, context)
  const age = /^([<>]?)(\d{1,4})([hdwmy])$/.exec(text)
  const unit = letters[age?.[3] ?? '']
  if (age === null || unit === undefined) return undefined
  const { from } = untilNow(Number(age[2]), unit, context)
  return age[1] === '>' ? { from: undefined, to: from } : { from, to: context.now }
}
