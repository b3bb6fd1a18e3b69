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
  const doc = new Float64Array(totals.sessions)
  const covered = new Float64Array(totals.sessions)
  const toldBy = new Float64Array(totals.sessions)
  const weighty = new Uint16Array(totals.sessions)
  const required = new Uint16Array(totals.sessions)
  // 1 when a session is admitted, 2 when it is not, 0 when that was not asked yet.
  const admitted = new Uint8Array(totals.sessions).fill(scope.isOpen ? 1 : 0)
  const average = totals.sessions > 0 ? totals.tokens / totals.sessions : 0
  let asked = 0
  let evidence = 0
  let someUnknown = false
  let nameUnknown = false
  for (const term of query.terms) {
    const stream = index.sessionStream(term.term)
    const { sessions } = stream
    const rarity = idf(totals.sessions, sessions.length)
    const weight = term.weight * rarity
    const known = sessions.length > 0
    const told = evidenceOf(term, rarity, known)
    if (term.main) {
      asked += weight
      evidence += told.asked
    }
    if (term.weighty && (!known || term.mended)) someUnknown = true
    if (term.weighty && !known && term.name !== 'no') nameUnknown = true
    for (let i = 0; i < sessions.length; i++) {
      const session = sessions[i]!
      if (admitted[session] === 0) admitted[session] = scope.admits(session) ? 1 : 2
      if (admitted[session] === 2) continue
      const frequency = scope.isOpen
        ? stream.frequencies[i]! + rankingConstants.titleFactor * stream.titles[i]!
        : frequencyIn(index, term.term, stream, i, scope.mask(session))
      if (frequency === 0) continue
      doc[session]! += weight * sessionSaturation(frequency, columns.tokens[session]!, average)
      if (term.main) {
        covered[session]! += weight
        toldBy[session]! += told.held
      }
      if (term.weighty) weighty[session]!++
      if (term.required) required[session]!++
    }
  }
  const weightyTerms = query.terms.filter((term) => term.weighty).length
  const asQuestion = { weighty: weightyTerms, someUnknown, nameUnknown }
  const requiredTerms = query.terms.filter((term) => term.required).length
  const found = new Uint32Array(totals.sessions)
  let count = 0
  const all = new Uint8Array(totals.sessions)
  for (let session = 0; session < totals.sessions; session++) {
    const held = weighty[session]!
    if (held === 0 || required[session]! < requiredTerms) continue
    if (query.either !== true && !isAnswer(toldBy[session]! / evidence, held, asQuestion)) continue
    covered[session]! /= asked
    if (held === weightyTerms) all[session] = 1
    found[count++] = session
  }
  return { sessions: found.subarray(0, count), doc, coverage: covered, all }
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
