import { idf, sessionSaturation } from './bm25.ts'
import { evidenceOf, isAnswer } from './evidence.ts'
import type { QueryTerms } from './query-terms.ts'
import { rankingConstants } from './ranking-constants.ts'
import type { Scope } from './scope.ts'
import type { SearchIndex, SessionStream } from './search-index.ts'

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

/** Step one: doc and coverage of every session that is an answer. */
export function qualify(index: SearchIndex, query: QueryTerms, scope: Scope): Candidates {
  const { totals, columns } = index
  const { sessions: count } = totals
  const sums: Sums = {
    doc: new Float64Array(count),
    covered: new Float64Array(count),
    toldBy: new Float64Array(count),
    weighty: new Uint16Array(count),
    required: new Uint16Array(count),
  }
  if (frequencies.length < count) frequencies = new Float64Array(count)
  const average = count > 0 ? totals.tokens / count : 0
  const admits = onceFor(count, (session) => scope.admits(session))
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
    if (scope.isOpen) wholeFrequencies(stream)
    else
      for (const [i, session] of stream.sessions.entries())
        frequencies[i] = admits(session) ? scopedFrequency(index, term.term, stream, i, scope) : 0
    addDoc(sums.doc, stream.sessions, columns.tokens, weight, average)
    if (term.main) addCoverage(sums.covered, sums.toldBy, stream.sessions, weight, told.held)
    if (term.weighty) countWhere(sums.weighty, stream.sessions)
    if (term.required) countWhere(sums.required, stream.sessions)
  }
  const weightyTerms = query.terms.filter((term) => term.weighty).length
  const asQuestion = { weighty: weightyTerms, someUnknown, nameUnknown }
  const requiredTerms = query.terms.filter((term) => term.required).length
  const found = new Uint32Array(count)
  let end = 0
  const all = new Uint8Array(count)
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
  readonly doc: Float64Array
  readonly covered: Float64Array
  readonly toldBy: Float64Array
  readonly weighty: Uint16Array
  readonly required: Uint16Array
}

/** A test whose answer for a number is remembered. */
function onceFor(count: number, test: (number: number) => boolean): (number: number) => boolean {
  const answers = new Uint8Array(count)
  return (number) => {
    if (answers[number] === 0) answers[number] = test(number) ? 1 : 2
    return answers[number] === 1
  }
}

// Loops over every session that holds a term, each with nothing but columns in it.

/** Of one term at a time, by its place in the stream. */
let frequencies = new Float64Array(0)

function wholeFrequencies({ frequencies: said, titles }: SessionStream): void {
  const { titleFactor } = rankingConstants
  for (let i = 0; i < said.length; i++) frequencies[i] = said[i]! + titleFactor * titles[i]!
}

function addDoc(
  doc: Float64Array,
  sessions: Uint32Array,
  tokens: Float64Array,
  weight: number,
  average: number,
): void {
  for (let i = 0; i < sessions.length; i++) {
    const session = sessions[i]!
    const frequency = frequencies[i]!
    if (frequency > 0) doc[session]! += weight * sessionSaturation(frequency, tokens[session]!, average)
  }
}

function addCoverage(
  covered: Float64Array,
  toldBy: Float64Array,
  sessions: Uint32Array,
  weight: number,
  held: number,
): void {
  for (let i = 0; i < sessions.length; i++) {
    if (!(frequencies[i]! > 0)) continue
    const session = sessions[i]!
    covered[session]! += weight
    toldBy[session]! += held
  }
}

function countWhere(counts: Uint16Array, sessions: Uint32Array): void {
  for (let i = 0; i < sessions.length; i++) if (frequencies[i]! > 0) counts[sessions[i]!]!++
}

function scopedFrequency(
  index: SearchIndex,
  term: string,
  stream: SessionStream,
  i: number,
  scope: Scope,
): number {
  const session = stream.sessions[i]!
  const mask = scope.hasAll(session) ? undefined : scope.mask(session)
  // Where messages may be left out, a title alone is no occurrence, although all of this session count.
  if (mask === undefined && stream.messages[i] === 0 && scope.mask(session) !== undefined) return 0
  return frequencyIn(index, term, stream, i, mask)
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
