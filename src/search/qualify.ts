import type { Arena } from './arena.ts'
import { ownMemory } from './arena.ts'
import { idf, sessionNorm } from './bm25.ts'
import { evidenceOf, isAnswer } from './evidence.ts'
import type { QueryTerms } from './query-terms.ts'
import { rankingConstants } from './ranking-constants.ts'
import type { Scope } from './scope.ts'
import type { SearchIndex, SessionColumns, SessionStream } from './search-index.ts'

/** The sessions that are answers, and what the first step knows of them. */
export interface Candidates {
  /** Their numbers, ascending. */
  readonly sessions: Uint32Array
  /** By number of session. */
  readonly doc: Float64Array
  /** Share of the query's weight a session contains, 0 to 1, by number of session. */
  readonly coverage: Float64Array
  /** 1 for a session that contains every weighty term, by its number. */
  readonly all: Uint8Array
}

/**
 * Step one: doc and coverage of every session that is an answer.
 *
 * @param room memory for the columns of the result
 */
export function qualify(
  index: SearchIndex,
  query: QueryTerms,
  scope: Scope,
  room: Arena = ownMemory,
): Candidates {
  const { sessions: count } = index.totals
  const sums: Sums = {
    frequencies: room.doubles(count),
    norms: normsOf(index),
    doc: room.doubles(count).fill(0),
    covered: room.doubles(count).fill(0),
    toldBy: room.doubles(count).fill(0),
    weighty: room.words(count).fill(0),
    required: room.words(count).fill(0),
  }
  const kinds = scope.exceptions?.size === 0 ? undefined : kindsOf(scope, room.bytes(count))
  let asked = 0
  let evidence = 0
  let someUnknown = false
  let nameUnknown = false
  for (const term of query.terms) {
    const stream = index.sessionStream(term.term)
    const rarity = idf(count, stream.sessions.length)
    const weight = term.weight * rarity
    const known = stream.sessions.length > 0
    const told = evidenceOf(term, rarity, known)
    if (term.main) {
      asked += weight
      evidence += told.asked
    }
    if (term.weighty && (!known || term.mended)) someUnknown = true
    if (term.weighty && !known && term.name !== 'no') nameUnknown = true
    const { sessions } = stream
    wholeFrequencies(stream, sums.frequencies)
    if (kinds !== undefined) scopeFrequencies(index, term.term, stream, sums.frequencies, scope, kinds)
    if (term.main) addMain(sums, sessions, weight, told.held, term.weighty)
    else addDoc(sums, sessions, weight)
    if (term.required) addRequired(sums, sessions)
  }
  const weightyTerms = query.terms.filter((term) => term.weighty).length
  const asQuestion = { weighty: weightyTerms, someUnknown, nameUnknown }
  const requiredTerms = query.terms.filter((term) => term.required).length
  const found = room.words(count)
  let end = 0
  const all = room.bytes(count).fill(0)
  for (let session = 0; session < count; session++) {
    const held = sums.weighty[session]!
    if (held === 0 || sums.required[session]! < requiredTerms) continue
    if (query.either !== true && !isAnswer(sums.toldBy[session]! / evidence, held, asQuestion)) continue
    sums.covered[session]! /= asked
    if (held === weightyTerms) all[session] = 1
    found[end++] = session
  }
  return { sessions: found.subarray(0, end), doc: sums.doc, coverage: sums.covered, all }
}

/** By number of session, over the terms it has. */
interface Sums {
  /** Of one term at a time, by its place in the stream. */
  readonly frequencies: Float64Array
  /** What makes frequencies saturate sooner in a short session. */
  readonly norms: Float64Array
  readonly doc: Float64Array
  readonly covered: Float64Array
  readonly toldBy: Float64Array
  readonly weighty: Uint32Array
  readonly required: Uint32Array
}

/** How much of a session counts. */
const kind = { unknown: 0, whole: 1, none: 2, allMessages: 3, someMessages: 4 } as const

/** What is known from the start of how much of each session counts. */
function kindsOf({ exceptions }: Scope, kinds: Uint8Array): Uint8Array {
  kinds.fill(exceptions === undefined ? kind.unknown : kind.whole)
  for (const session of exceptions ?? []) kinds[session] = kind.unknown
  return kinds
}

function kindOf(scope: Scope, session: number): number {
  if (!scope.admits(session)) return kind.none
  if (scope.hasAll(session)) return kind.allMessages
  return scope.mask(session) === undefined ? kind.whole : kind.someMessages
}

/** Takes away from the frequencies of a term what does not count. */
function scopeFrequencies(
  index: SearchIndex,
  term: string,
  stream: SessionStream,
  frequencies: Float64Array,
  scope: Scope,
  kinds: Uint8Array,
): void {
  const { sessions, messages } = stream
  for (let i = 0; i < sessions.length; i++) {
    const session = sessions[i]!
    if (kinds[session] === kind.whole) continue
    if (kinds[session] === kind.unknown) kinds[session] = kindOf(scope, session)
    if (kinds[session] === kind.none) frequencies[i] = 0
    else if (kinds[session] === kind.someMessages)
      frequencies[i] = frequencyIn(index, term, stream, i, scope.mask(session))
    // Where messages may be left out, a title alone is no occurrence, although all of this session count.
    else if (messages[i] === 0 && scope.mask(session) !== undefined) frequencies[i] = 0
  }
}

// Loops over every session, or every one that holds a term, with nothing but columns in them.

/** Of each index that is asked, since they say nothing of a query. */
const knownNorms = new WeakMap<SessionColumns, Float64Array>()

function normsOf({ totals, columns }: SearchIndex): Float64Array {
  let norms = knownNorms.get(columns)
  if (norms === undefined) {
    const average = totals.sessions > 0 ? totals.tokens / totals.sessions : 0
    norms = Float64Array.from(columns.tokens, (tokens) => sessionNorm(tokens, average))
    knownNorms.set(columns, norms)
  }
  return norms
}

function wholeFrequencies({ frequencies: said, titles }: SessionStream, frequencies: Float64Array): void {
  const { titleFactor } = rankingConstants
  for (let i = 0; i < said.length; i++) frequencies[i] = said[i]! + titleFactor * titles[i]!
}

function addDoc({ frequencies, norms, doc }: Sums, sessions: Uint32Array, weight: number): void {
  const most = rankingConstants.sessionK1 + 1
  for (let i = 0; i < sessions.length; i++) {
    const frequency = frequencies[i]!
    const session = sessions[i]!
    if (frequency > 0) doc[session]! += weight * ((frequency * most) / (frequency + norms[session]!))
  }
}

function addMain(
  { frequencies, norms, doc, covered, toldBy, weighty }: Sums,
  sessions: Uint32Array,
  weight: number,
  held: number,
  isWeighty: boolean,
): void {
  const most = rankingConstants.sessionK1 + 1
  const more = Number(isWeighty)
  for (let i = 0; i < sessions.length; i++) {
    const frequency = frequencies[i]!
    if (!(frequency > 0)) continue
    const session = sessions[i]!
    doc[session]! += weight * ((frequency * most) / (frequency + norms[session]!))
    covered[session]! += weight
    toldBy[session]! += held
    weighty[session]! += more
  }
}

function addRequired({ frequencies, required }: Sums, sessions: Uint32Array): void {
  for (let i = 0; i < sessions.length; i++) if (frequencies[i]! > 0) required[sessions[i]!]!++
}

/** Occurrences of a term in one session of its stream. Where messages are left out, a title alone is none. */
export function frequencyIn(
  index: SearchIndex,
  term: string,
  stream: SessionStream,
  i: number,
  mask: Uint8Array | undefined,
): number {
  const title = rankingConstants.titleFactor * (stream.titles[i] ?? 0)
  if (mask === undefined) return (stream.frequencies[i] ?? 0) + title
  const messages = index.messageStream(term, stream.sessions[i] ?? 0)
  let sum = 0
  for (let m = 0; m < messages.ordinals.length; m++) {
    if (mask[messages.ordinals[m] ?? 0] === 1) sum += messages.frequencies[m] ?? 0
  }
  return sum > 0 ? sum + title : 0
}
