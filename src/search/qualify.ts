import { idf, sessionSaturation } from './bm25.ts'
import type { QueryTerms } from './query-terms.ts'
import type { SearchIndex, SessionStream } from './search-index.ts'

/** Occurrences in the title count this many times. */
const titleFactor = 2

/** What the first step knows of a session. */
export interface Candidate {
  readonly session: number
  readonly doc: number
  /** Share of the query's weight the session contains, 0 to 1. */
  readonly coverage: number
  /** How many weighty terms it contains. */
  readonly held: number
}

/** Narrows the first step: sessions that are left out, and messages that do not count. */
export interface Scope {
  /** False: the session is no answer. */
  admits(session: number): boolean
  /** Messages that count, by ordinal; undefined when all do. */
  mask(session: number): Uint8Array | undefined
}

/** Step one: doc·cov on every session that holds at least one weighty term, in no order. */
export function qualify(index: SearchIndex, query: QueryTerms, scope: Scope): Candidate[] {
  const { totals } = index
  const doc = new Float64Array(totals.sessions)
  const covered = new Float64Array(totals.sessions)
  const held = new Uint16Array(totals.sessions)
  const average = totals.sessions > 0 ? totals.tokens / totals.sessions : 0
  let asked = 0
  for (const term of query.terms) {
    const stream = index.sessionStream(term.term)
    const weight = term.weight * idf(totals.sessions, stream.sessions.length)
    if (term.main) asked += weight
    for (let i = 0; i < stream.sessions.length; i++) {
      const session = stream.sessions[i] ?? 0
      if (!scope.admits(session)) continue
      const frequency = frequencyOf(index, term.term, stream, i, scope.mask(session))
      if (frequency === 0) continue
      const length = index.facts(session).tokens
      doc[session] = (doc[session] ?? 0) + weight * sessionSaturation(frequency, length, average)
      if (term.main) covered[session] = (covered[session] ?? 0) + weight
      if (term.weighty) held[session] = (held[session] ?? 0) + 1
    }
  }
  const candidates: Candidate[] = []
  for (let session = 0; session < totals.sessions; session++) {
    const count = held[session] ?? 0
    if (count === 0) continue
    candidates.push({
      session,
      doc: doc[session] ?? 0,
      coverage: (covered[session] ?? 0) / asked,
      held: count,
    })
  }
  return candidates
}

function frequencyOf(
  index: SearchIndex,
  term: string,
  stream: SessionStream,
  i: number,
  mask: Uint8Array | undefined,
): number {
  const title = titleFactor * (stream.titles[i] ?? 0)
  if (mask === undefined) return (stream.frequencies[i] ?? 0) + title
  const messages = index.messageStream(term, stream.sessions[i] ?? 0)
  let sum = 0
  for (let m = 0; m < messages.ordinals.length; m++) {
    if (mask[messages.ordinals[m] ?? 0] === 1) sum += messages.frequencies[m] ?? 0
  }
  return sum + title
}
