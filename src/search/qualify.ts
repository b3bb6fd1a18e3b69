import { idf, sessionSaturation } from './bm25.ts'
import { evidenceOf, isAnswer } from './evidence.ts'
import type { QueryTerms } from './query-terms.ts'
import { rankingConstants } from './ranking-constants.ts'
import type { Scope } from './scope.ts'
import type { SearchIndex, SessionStream } from './search-index.ts'

/** What the first step knows of a session. */
export interface Candidate {
  readonly session: number
  readonly doc: number
  /** Share of the query's weight the session contains, 0 to 1. */
  readonly coverage: number
  /** It contains every weighty term. */
  readonly all: boolean
}

/** Step one: doc and coverage of every session that is an answer, in ascending order of session. */
export function qualify(index: SearchIndex, query: QueryTerms, scope: Scope): Candidate[] {
  const { totals } = index
  const doc = new Float64Array(totals.sessions)
  const covered = new Float64Array(totals.sessions)
  const toldBy = new Float64Array(totals.sessions)
  const weighty = new Uint16Array(totals.sessions)
  const required = new Uint16Array(totals.sessions)
  const admitted = new Uint8Array(totals.sessions)
  const average = totals.sessions > 0 ? totals.tokens / totals.sessions : 0
  let asked = 0
  let evidence = 0
  let someUnknown = false
  let nameUnknown = false
  for (const term of query.terms) {
    const stream = index.sessionStream(term.term)
    const rarity = idf(totals.sessions, stream.sessions.length)
    const weight = term.weight * rarity
    const known = stream.sessions.length > 0
    const told = evidenceOf(term, rarity, known)
    if (term.main) {
      asked += weight
      evidence += told.asked
    }
    if (term.weighty && (!known || term.mended)) someUnknown = true
    if (term.weighty && !known && term.name !== 'no') nameUnknown = true
    for (let i = 0; i < stream.sessions.length; i++) {
      const session = stream.sessions[i] ?? 0
      if (admitted[session] === 0) admitted[session] = scope.admits(session) ? 1 : 2
      if (admitted[session] === 2) continue
      const frequency = frequencyIn(index, term.term, stream, i, scope.mask(session))
      if (frequency === 0) continue
      const length = index.facts(session).tokens
      doc[session] = (doc[session] ?? 0) + weight * sessionSaturation(frequency, length, average)
      if (term.main) {
        covered[session] = (covered[session] ?? 0) + weight
        toldBy[session] = (toldBy[session] ?? 0) + told.held
      }
      if (term.weighty) weighty[session] = (weighty[session] ?? 0) + 1
      if (term.required) required[session] = (required[session] ?? 0) + 1
    }
  }
  const weightyTerms = query.terms.filter((term) => term.weighty).length
  const asQuestion = { weighty: weightyTerms, someUnknown, nameUnknown }
  const requiredTerms = query.terms.filter((term) => term.required).length
  const candidates: Candidate[] = []
  for (let session = 0; session < totals.sessions; session++) {
    const held = weighty[session] ?? 0
    if (held === 0 || (required[session] ?? 0) < requiredTerms) continue
    const coverage = (covered[session] ?? 0) / asked
    if (query.either !== true && !isAnswer((toldBy[session] ?? 0) / evidence, held, asQuestion)) continue
    candidates.push({ session, doc: doc[session] ?? 0, coverage, all: held === weightyTerms })
  }
  return candidates
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
