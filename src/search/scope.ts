import { echoTerm, languageMark } from './index-marks.ts'
import type { Language } from './detect-language.ts'
import { namePattern } from './name-pattern.ts'
import type { ParsedQuery, QueryTime, QueryWord } from './parsed-query.ts'
import { messagesWithAll, phraseTest } from './phrase-match.ts'
import type { Inside } from './range-inside.ts'
import { rangeInside } from './range-inside.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchOptions } from './search-result.ts'

/** Narrows an answer: sessions that are left out, and messages that do not count. */
export interface Scope {
  /** The only sessions of which something may not count; undefined when any session may be one. */
  readonly exceptions: ReadonlySet<number> | undefined
  /** False: the session is no answer. */
  admits(session: number): boolean
  /** Every message of the session counts, although not every one of another does. */
  hasAll(session: number): boolean
  /** 1 for each message that counts, by ordinal; undefined when all do, and those of other sessions too. */
  mask(session: number): Uint8Array | undefined
}

/** Whether answers of this memory itself count, or nothing else does. */
export type Echoes = 'without' | 'only'

/** Scope of a query's operators and of the options that go with it. Masks are computed when first asked for. */
export function scopeOf(
  index: SearchIndex,
  query: ParsedQuery,
  options: SearchOptions,
  echoes: Echoes = 'without',
): Scope {
  const names = [query.in, options.in].filter((name) => name !== undefined).map(namePattern)
  const sources = [query.source, options.source].filter((source) => source !== undefined).map(namePattern)
  const speaking = query.lang === undefined ? undefined : holding(index, languageMark(query.lang as Language))
  const excluded = new Set(options.exclude)
  const roles = [query.role, options.role].filter((role) => role !== undefined)
  const tool = query.tool === undefined ? undefined : namePattern(query.tool)
  const times: Pick<QueryTime, 'from' | 'to'>[] = query.times.filter((time) => time.hard)
  if (options.after !== undefined || options.before !== undefined) {
    times.push({ from: options.after, to: options.before })
  }
  const everywhere = roles.length > 0 || tool !== undefined || times.length > 0 || query.code
  const holders = new Set(
    query.excluded.flatMap((word) => Array.from(index.sessionStream(word.tokens[0]?.stem ?? '').sessions)),
  )
  const excludedIn = query.excluded.map((word) => holdersOf(index, word))
  const echoing = holding(index, echoTerm)
  const masks = new Map<number, Uint8Array>()
  const since = options.newest === undefined ? -Infinity : newestSince(index, options.newest)
  const isWhole =
    since === -Infinity &&
    speaking === undefined &&
    echoes === 'without' &&
    excluded.size + names.length + sources.length === 0
  const exceptions = isWhole && !everywhere ? new Set([...holders, ...echoing]) : undefined

  const { messages, firstAt, lastAt } = index.columns
  const insideAll = (session: number): Inside => {
    let all: Inside = 'all'
    for (const { from = -Infinity, to = Infinity } of times) {
      const inside = rangeInside(firstAt[session]!, lastAt[session]!, from, to)
      if (inside === 'none') return 'none'
      if (inside !== 'all') all = 'unknown'
    }
    return all
  }
  const onlyTimes = roles.length === 0 && tool === undefined && !query.code

  /** Looks at the columns that are asked about only. */
  function compute(session: number): Uint8Array {
    const inside = insideAll(session)
    const mask = new Uint8Array(messages[session]!)
    if (inside === 'none') return mask
    mask.fill(1)
    if (everywhere && !(onlyTimes && inside === 'all')) {
      const table = index.table(session)
      const keep = <T>(column: ArrayLike<T>, test: (value: T) => boolean): void => {
        for (let i = 0; i < mask.length; i++) if (mask[i] === 1 && !test(column[i]!)) mask[i] = 0
      }
      for (const role of roles) keep(table.roles, (said) => said === role)
      if (tool !== undefined) keep(table.toolNames, (name) => name !== '' && tool(name))
      for (const { from = -Infinity, to = Infinity } of times) keep(table.at, (at) => at >= from && at < to)
      if (query.code)
        for (let i = 0; i < mask.length; i++)
          if (mask[i] === 1 && !index.text(session, i).includes('```')) mask[i] = 0
    }
    for (const holdersIn of excludedIn) for (const ordinal of holdersIn(session)) mask[ordinal] = 0
    if (echoing.has(session)) {
      const { ordinals } = index.messageStream(echoTerm, session)
      const others = mask.slice()
      for (let i = 0; i < ordinals.length; i++) others[ordinals[i] ?? 0] = 0
      return echoes === 'without' ? others : mask.map((counts, i) => counts & ~(others[i] ?? 0))
    }
    return mask
  }

  function hasAll(session: number): boolean {
    return onlyTimes && !holders.has(session) && !echoing.has(session) && insideAll(session) === 'all'
  }

  function maskOf(session: number): Uint8Array | undefined {
    if (!everywhere && !holders.has(session) && !echoing.has(session)) return undefined
    let mask = masks.get(session)
    if (mask === undefined) masks.set(session, (mask = compute(session)))
    return mask
  }

  function isAnywhere(session: number): boolean {
    if (insideAll(session) === 'none') return false
    if (hasAll(session)) return !everywhere || messages[session]! > 0
    return maskOf(session)?.includes(1) ?? true
  }

  function admits(session: number): boolean {
    if (isWhole) return isAnywhere(session)
    if (index.columns.updatedAt[session]! < since) return false
    if (speaking?.has(session) === false) return false
    if (echoes === 'only' && !echoing.has(session)) return false
    const facts = index.facts(session)
    if (excluded.has(facts.name)) return false
    if (!names.every((matches) => matches(facts.name))) return false
    if (!sources.every((matches) => facts.source !== undefined && matches(facts.source))) return false
    return isAnywhere(session)
  }

  // No functions in the literal: the engine keeps what those refer to until its next great collection.
  return { exceptions, admits, hasAll, mask: maskOf }
}

/** The moment from which on so many sessions, or a few more of that moment, were changed. */
function newestSince({ columns: { updatedAt } }: SearchIndex, count: number): number {
  return (
    Float64Array.from(updatedAt)
      .sort()
      .at(-Math.max(1, Math.trunc(count))) ?? -Infinity
  )
}

function holding(index: SearchIndex, term: string): ReadonlySet<number> {
  return new Set(Array.from(index.sessionStream(term).sessions))
}

/** A search for the messages of a session that hold a word: all of its parts, and for a phrase together. */
export function holdersOf(index: SearchIndex, word: QueryWord): (session: number) => number[] {
  const test = word.phrase ? phraseTest(word.tokens) : undefined
  return (session) => {
    const ordinals = messagesWithAll(index, session, word.tokens)
    return test === undefined ? ordinals : ordinals.filter((ordinal) => test(index.text(session, ordinal)))
  }
}
