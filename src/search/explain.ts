import { idf, messageSaturation, sessionSaturation } from './bm25.ts'
import { placeOf } from './place-of.ts'
import { frequencyIn } from './qualify.ts'
import type { QueryTerm, QueryTerms } from './query-terms.ts'
import type { RankedSession } from './rank.ts'
import type { MessageScore } from './finish-scores.ts'
import { spread } from './score-messages.ts'
import type { SearchIndex } from './search-index.ts'
import type { MessageExplanation, SessionExplanation, TermScore } from './search-result.ts'

/** What an explanation is made from. */
export interface ExplainContext {
  readonly index: SearchIndex
  readonly query: QueryTerms
  /** How the word of a term was typed. */
  readonly typed: (term: QueryTerm) => string
  /** 1 for each message of the session that counts, by ordinal; undefined when all do. */
  readonly mask: Uint8Array | undefined
}

/** Where the score of a session comes from. */
export function explainSession(context: ExplainContext, ranked: RankedSession): SessionExplanation {
  const { index, query, mask } = context
  const { totals } = index
  const length = index.facts(ranked.session).tokens
  const average = totals.tokens / totals.sessions
  const terms = query.terms.flatMap((term): TermScore[] => {
    const stream = index.sessionStream(term.term)
    const at = placeOf(stream.sessions, ranked.session)
    const tf = at < 0 ? 0 : frequencyIn(index, term.term, stream, at, mask)
    const rarity = idf(totals.sessions, stream.sessions.length)
    return scored(context, term, rarity, tf, length / average, sessionSaturation(tf, length, average))
  })
  return { ...ranked.parts, terms }
}

/** Where the score of a message comes from. */
export function explainMessage(
  context: ExplainContext,
  session: number,
  message: MessageScore,
): MessageExplanation {
  const { index, query } = context
  const { totals } = index
  const length = index.table(session).tokens[message.ordinal] ?? 0
  const average = totals.tokens / totals.messages
  const terms = query.terms.flatMap((term): TermScore[] => {
    const { messages } = index.sessionStream(term.term)
    const tf = frequencyAt(context, session, term, message.ordinal)
    const rarity = idf(totals.messages, Array.prototype.reduce.call(messages, sum, 0) as number)
    return scored(context, term, rarity, tf, length / average, messageSaturation(tf, length, average))
  })
  return { terms, adjacency: message.adjacency }
}

/** Occurrences of a term in a message, with the share of those beside it. */
function frequencyAt(
  { index, mask }: ExplainContext,
  session: number,
  term: QueryTerm,
  ordinal: number,
): number {
  const into = new Float64Array(index.table(session).positions.length)
  spread({ index, session, mask }, index.messageStream(term.term, session), into)
  return into[ordinal] ?? 0
}

function sum(total: unknown, value: unknown): number {
  return (total as number) + (value as number)
}

function scored(
  { typed }: ExplainContext,
  term: QueryTerm,
  rarity: number,
  tf: number,
  length: number,
  saturation: number,
): TermScore[] {
  if (tf === 0) return []
  const { weight } = term
  return [
    {
      typed: typed(term),
      term: term.term,
      weight,
      idf: rarity,
      tf,
      length,
      score: weight * rarity * saturation,
    },
  ]
}
