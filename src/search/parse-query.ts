import { analyze } from './analyze.ts'
import type { ParsedQuery, QueryTime, QueryWord } from './parsed-query.ts'
import { timePhrases } from './time-phrase.ts'
import type { TimeContext, TimeSpan } from './time-span.ts'
import { timeValue } from './time-value.ts'

/** A longer text, or one of several lines, is a paste: nothing in it is an operator. */
const longestQuestion = 400
const quotes: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“' }
const roles = new Set(['user', 'assistant', 'tool'])
/** The beginning of a word: two characters of it at least. */
const prefixed = /^[+-]?[\p{L}\p{N}_./-]*[\p{L}\p{N}]{2}\*$/u
const boolean = new Set(['AND', 'OR', 'NOT', '&&', '||'])

interface Item {
  readonly typed: string
  readonly start: number
  readonly end: number
  readonly sign: '+' | '-' | ''
  /** The quoted text, when it is a phrase. */
  readonly phrase: string | undefined
}

interface Operators {
  role?: string
  tool?: string
  in?: string
  source?: string
  lang?: string
  code?: boolean
  times: QueryTime[]
}

/**
 * Reads a query. Quotes make a phrase, `-word` leaves out, `+word` requires, `word*` is a beginning, and `role: tool: in:
 * source: lang: before: after: on: has:code` restrict; time phrases are recognised outside of quotes. No text is an error: whatever is no
 * well-formed operator is words.
 */
export function parseQuery(text: string, context: TimeContext): ParsedQuery {
  if (text.length > longestQuestion || text.trim().includes('\n'))
    return build(text, plainItems(text), [], { times: [] })
  const operators: Operators = { times: [] }
  const items = itemsOf(text).filter((item) => !takeOperator(item, operators, context))
  const plain = items.filter((item) => item.sign === '' && item.phrase === undefined)
  const phrases = timePhrases(masked(text, plain), context)
  const times = phrases.map((found): QueryTime => ({
    phrase: text.slice(found.start, found.end),
    ...found.span,
    hard: false,
  }))
  const taken = phrases.filter((found) => !found.keep)
  const left = items.filter(
    (item) => !taken.some((found) => item.start < found.end && found.start < item.end),
  )
  return build(text, left, times, operators)
}

function build(
  text: string,
  items: readonly Item[],
  times: readonly QueryTime[],
  operators: Operators,
): ParsedQuery {
  const positive = items.filter((item) => item.sign !== '-')
  const isNegative = items.length > positive.length
  const restricted = operators.times.length > 0 || Object.keys(operators).length > 1 || times.length > 0
  // Nothing but exclusions ("-rf") is no wish to leave something out.
  const lonely = isNegative && !restricted && !positive.some((item) => analyze(item.typed).length > 0)
  const words = (lonely ? items : positive).map(wordOf)
  const excluded = lonely ? [] : items.filter((item) => item.sign === '-').map(wordOf)
  return {
    text,
    words: words.filter((word) => word.tokens.length > 0),
    either: positive.some((item, i) => i > 0 && (item.typed === 'OR' || item.typed === '||')),
    excluded: excluded.filter((word) => word.tokens.length > 0),
    times: [...operators.times, ...times],
    role: operators.role,
    tool: operators.tool,
    in: operators.in,
    source: operators.source,
    lang: operators.lang,
    code: operators.code === true,
  }
}

function wordOf(item: Item): QueryWord {
  const tokens = boolean.has(item.typed) ? [] : analyze(item.phrase ?? item.typed)
  const typed = item.sign === '' || item.phrase !== undefined ? item.typed : item.typed.slice(1)
  return {
    typed,
    tokens,
    required: item.sign === '+',
    phrase: item.phrase !== undefined && tokens.length > 0,
    prefix: item.phrase === undefined && prefixed.test(item.typed),
  }
}

function plainItems(text: string): Item[] {
  return Array.from(text.matchAll(/\S+/g), (match) => ({
    typed: match[0],
    start: match.index,
    end: match.index + match[0].length,
    sign: '',
    phrase: undefined,
  }))
}

/** Splits at spaces, except inside of quotes that begin a word and are closed. */
function itemsOf(text: string): Item[] {
  const items: Item[] = []
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text.charAt(at))) {
      at++
      continue
    }
    const start = at
    const lead = /^(?:[+-]|(?:in|tool|source):)?/.exec(text.slice(start, start + 8))?.[0] ?? ''
    const close = quotes[text.charAt(start + lead.length)]
    const closed = close === undefined ? -1 : text.indexOf(close, start + lead.length + 1)
    if (closed > start + lead.length + 1) {
      at = closed + 1
      const inner = text.slice(start + lead.length + 1, closed)
      const sign = lead === '+' || lead === '-' ? lead : ''
      const value = lead.endsWith(':') ? lead + inner : undefined
      items.push({
        typed: value ?? text.slice(start + sign.length, at),
        start,
        end: at,
        sign,
        phrase: value === undefined ? inner : undefined,
      })
      continue
    }
    while (at < text.length && !/\s/.test(text.charAt(at))) at++
    const typed = text.slice(start, at)
    // `-x`, `--flag`, `-1` and a lone sign are text; an excluded word has two letters or more.
    const sign =
      /^[+-]\p{L}[\p{L}\p{N}]/u.test(typed) || /^[+-][\p{Lo}]/u.test(typed)
        ? (typed.charAt(0) as '+' | '-')
        : ''
    items.push({ typed, start, end: at, sign, phrase: undefined })
  }
  return items
}

/** Reads an item as an operator into `into`; false when it is none. */
function takeOperator(item: Item, into: Operators, context: TimeContext): boolean {
  if (item.phrase !== undefined || item.sign !== '') return false
  const match = /^(role|tool|in|source|lang|before|after|on|has):(.+)$/is.exec(item.typed)
  const name = match?.[1]?.toLowerCase()
  const value = match?.[2] ?? ''
  switch (name) {
    case 'role':
      if (!roles.has(value.toLowerCase())) return false
      into.role = value.toLowerCase()
      return true
    case 'has':
      if (value.toLowerCase() !== 'code') return false
      into.code = true
      return true
    case 'lang':
      if (!/^[a-z]{2}$/i.test(value)) return false
      into.lang = value.toLowerCase()
      return true
    case 'in':
    case 'tool':
    case 'source':
      if (!/^[\p{L}\p{N}*@]/u.test(value)) return false
      into[name] = value
      return true
    case 'before':
    case 'after':
    case 'on': {
      const span = timeValue(value, context)
      if (span === undefined) return false
      into.times.push({ phrase: item.typed, ...bounds(name, span), hard: true })
      return true
    }
    default:
      return false
  }
}

function bounds(name: 'before' | 'after' | 'on', span: TimeSpan): TimeSpan {
  if (name === 'before') return { from: undefined, to: span.from ?? span.to }
  if (name === 'after') return { from: span.from ?? span.to, to: undefined }
  return span
}

/** The text with everything but the given items blanked by NULs, which no time phrase crosses. */
function masked(text: string, items: readonly Item[]): string {
  let result = ''
  let at = 0
  for (const { start, end } of items) {
    result += text.slice(at, start).replace(/\S/g, '\0') + text.slice(start, end)
    at = end
  }
  return result + text.slice(at).replace(/\S/g, '\0')
}
