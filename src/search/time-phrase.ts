import type { CompiledLanguage, CompiledRule } from './compile-time-rules.ts'
import { compileTimeRules } from './compile-time-rules.ts'
import { stopWords } from './stop-words.ts'
import { timeEnglish } from './time-english.ts'
import type { TimeLanguage, TimeRule } from './time-language.ts'
import { timePortuguese } from './time-portuguese.ts'
import { resolveTime } from './resolve-time.ts'
import type { TimeCaptures } from './resolve-time.ts'
import { timeSpanish } from './time-spanish.ts'
import type { TimeContext, TimeSpan } from './time-span.ts'
import type { TimeWord } from './time-words.ts'
import { timeWords } from './time-words.ts'

/** A time phrase found in a text; offsets are UTF-16. */
export interface TimePhrase {
  readonly start: number
  readonly end: number
  readonly span: TimeSpan
  /** The words may also be text that is sought (a plain ISO date), so they stay in the query. */
  readonly keep: boolean
}

let compiled: readonly CompiledLanguage[] | undefined

/** Compiled with the first question: whoever asks none does not wait for it. */
function languages(): readonly CompiledLanguage[] {
  return (compiled ??= [timeEnglish, timePortuguese, timeSpanish].map(compileTimeRules))
}

/** Beyond this many words a text is a paste, not a question. */
const mostWords = 200

interface Match {
  readonly end: number
  readonly rule: TimeRule
  readonly captures: TimeCaptures
}

/** Time phrases of a text, in order; where several patterns fit, the longest wins. */
export function timePhrases(text: string, context: TimeContext): TimePhrase[] {
  const words = timeWords(text)
  if (words.length > mostWords) return []
  const found: TimePhrase[] = []
  for (let at = 0; at < words.length;) {
    const best = longest(words, at, context)
    const first = words[at]
    const last = best === undefined ? undefined : words[best.end - 1]
    if (best === undefined || first === undefined || last === undefined) {
      at++
      continue
    }
    found.push({ start: first.start, end: last.end, span: best.span, keep: best.rule.keep === true })
    at = best.end
  }
  return found
}

/** The longest phrase at a place that means a time. */
function longest(
  words: readonly TimeWord[],
  at: number,
  context: TimeContext,
): (Match & { readonly span: TimeSpan }) | undefined {
  const matches = languages()
    .flatMap((language) => matchesOf(language, language.rules, words, at))
    .sort((a, b) => b.end - a.end)
  for (const match of matches) {
    const span = resolveTime(match.rule.meaning, match.captures, context)
    if (span !== undefined) return { ...match, span }
  }
  return undefined
}

function matchesOf(
  language: CompiledLanguage,
  rules: readonly CompiledRule[],
  words: readonly TimeWord[],
  at: number,
): Match[] {
  const word = words[at]
  if (word === undefined || word.glued || !language.mayBegin(word.folded)) return []
  return rules.flatMap((rule) => {
    const match = rule.mayBegin(word.folded) ? matchFrom(language, rule, 0, words, at, at, {}) : undefined
    return match ?? []
  })
}

/** Matches the elements of a rule from one on, at a place. */
function matchFrom(
  language: CompiledLanguage,
  rule: CompiledRule,
  from: number,
  words: readonly TimeWord[],
  start: number,
  at: number,
  captures: TimeCaptures,
): Match | undefined {
  const element = rule.elements[from]
  if (element === undefined) return at > start ? { end: at, rule: rule.rule, captures } : undefined
  const word = words[at]
  if (word !== undefined && !word.glued && (at === start || word.follows)) {
    const next = (more: TimeCaptures, end: number): Match | undefined =>
      matchFrom(language, rule, from + 1, words, start, end, { ...captures, ...more })
    let found: Match | undefined
    if (element.capture === '{point}') {
      for (const point of pointsAt(language, words, at)) {
        found = next(
          { points: [...(captures.points ?? []), { meaning: point.rule.meaning, captures: point.captures }] },
          point.end,
        )
        if (found !== undefined) break
      }
    } else if (element.capture !== undefined) {
      const captured = capture(element.capture, language.language, words, at)
      if (captured !== undefined) found = next(captured, at + 1)
    } else if (element.words.has(word.folded)) {
      found = next(word.folded === 'couple' ? { number: 2 } : {}, at + 1)
    }
    if (found !== undefined) return found
  }
  return element.optional ? matchFrom(language, rule, from + 1, words, start, at, captures) : undefined
}

/** Points of time at a place, longest first. */
function pointsAt(language: CompiledLanguage, words: readonly TimeWord[], at: number): Match[] {
  return matchesOf(language, language.points, words, at).sort((a, b) => b.end - a.end)
}

function capture(
  kind: string,
  language: TimeLanguage,
  words: readonly TimeWord[],
  at: number,
): TimeCaptures | undefined {
  const word = words[at]
  if (word === undefined) return undefined
  const { folded, raw } = word
  const next = words[at + 1]
  switch (kind) {
    case '{number}':
      return numbered('number', own(language.numbers, folded) ?? integer(folded, /^\d{1,3}$/))
    case '{unit}':
    case '{units}': {
      const unit = own(language.units, folded)
      const ofSomething = kind === '{units}' && next?.follows === true && language.of.includes(next.folded)
      return unit === undefined || ofSomething ? undefined : { unit }
    }
    case '{period}': {
      const unit = own(language.units, folded)
      if (unit === undefined || ['second', 'minute', 'hour', 'day'].includes(unit)) return undefined
      return next?.follows === true && language.of.includes(next.folded) ? undefined : { unit }
    }
    case '{month}':
      // The name Marco folds to the month março.
      return raw === 'Marco' ? undefined : numbered('month', own(language.months, folded))
    case '{mon}':
    case '{Mon}':
      if (raw === 'Marco' || (kind === '{Mon}' && raw.charAt(0) === folded.charAt(0))) return undefined
      return numbered('month', own(language.months, folded) ?? own(language.shortMonths, folded))
    case '{day}': {
      const day = integer(folded.replace(/(?:st|nd|rd|th)$/, ''), /^\d{1,2}$/)
      return day !== undefined && day >= 1 && day <= 31 ? { day } : undefined
    }
    case '{year}':
      return numbered('year', integer(folded, /^(?:19[7-9]|20\d)\d$/))
    case '{year!}':
      if (next?.follows === true && !stopWords.has(next.folded)) return undefined
      return numbered('year', integer(folded, /^(?:19[7-9]|20\d)\d$/))
    case '{weekday}':
      return numbered('weekday', own(language.weekdays, folded))
    case '{fullweekday}':
      return language.doubtfulWeekdays.includes(folded)
        ? undefined
        : numbered('weekday', own(language.weekdays, folded))
    case '{quarter}':
      return numbered('quarter', integer(folded.replace(/^q/, ''), /^[1-4]$/, folded.startsWith('q')))
    case '{half}':
      return numbered('quarter', integer(folded.replace(/^h/, ''), /^[12]$/, folded.startsWith('h')))
    case '{first}':
      return numbered('quarter', own(language.ordinals, folded))
    case '{part}': {
      const part = own(language.parts, folded)
      return part === undefined ? undefined : { part }
    }
    case '{date}':
      return isoDate(folded) ?? slashDate(folded, false)
    case '{slashes}':
      return slashDate(folded, true)
    default:
      return undefined
  }
}

/** ISO date or month (`2025-03-01`, `2025-03`) as captures; undefined when there is no such day. */
export function isoDate(text: string): TimeCaptures | undefined {
  const match = /^((?:19[7-9]|20\d)\d)-(\d\d)(?:-(\d\d))?$/.exec(text)
  if (match === null) return undefined
  const [year, month, day] = [
    Number(match[1]),
    Number(match[2]),
    match[3] === undefined ? undefined : Number(match[3]),
  ]
  const real = new Date(Date.UTC(year, month - 1, day ?? 1))
  if (real.getUTCMonth() + 1 !== month || (day !== undefined && real.getUTCDate() !== day)) return undefined
  return day === undefined ? { year, month } : { year, month, day }
}

/** A date with slashes; whether the day or the month stands first must be clear from the numbers, or be known. */
function slashDate(text: string, dayFirst: boolean): TimeCaptures | undefined {
  const yearFirst = /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(text)
  const yearLast = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text)
  const match = yearFirst ?? yearLast
  if (match === null || (match[3] === undefined && !dayFirst)) return undefined
  const [first, second, third] = match.slice(1).map(Number)
  const pad = (value: number | undefined): string => String(value).padStart(2, '0')
  if (yearFirst !== null) return isoDate(`${first}-${pad(second)}-${pad(third)}`)
  const dayIsFirst = dayFirst || (first ?? 0) > 12
  if (!dayIsFirst && (second ?? 0) <= 12 && first !== second) return undefined
  const [day, month] = dayIsFirst ? [first, second] : [second, first]
  if (match[3] !== undefined) return isoDate(`${match[3]}-${pad(month)}-${pad(day)}`)
  const { month: real, day: realDay } = isoDate(`2024-${pad(month)}-${pad(day)}`) ?? {}
  return real === undefined || realDay === undefined ? undefined : { month: real, day: realDay }
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

function integer(text: string, shape: RegExp, allowed = true): number | undefined {
  return allowed && shape.test(text) ? Number(text) : undefined
}

function numbered(
  key: 'number' | 'month' | 'year' | 'weekday' | 'quarter',
  value: number | undefined,
): TimeCaptures | undefined {
  return value === undefined ? undefined : { [key]: value }
}
