import { idf } from './bm25.ts'
import type { QueryTerms } from './query-terms.ts'
import type { SearchIndex } from './search-index.ts'

/** A pasted page is as well described by its rarest words, at a fraction of the cost. */
const mostTerms = 64

/** The query itself, or for a long one its strongest known terms, in their order and without companions. */
export function limitTerms(index: SearchIndex, query: QueryTerms): QueryTerms {
  const main = query.terms.filter((term) => term.main)
  if (main.length <= mostTerms) return query
  const { sessions } = index.totals
  const strongest = main
    .map((term) => ({ term, holding: index.sessionStream(term.term).sessions.length }))
    .filter(({ holding }) => holding > 0)
    .map(({ term, holding }) => ({ term, strength: term.weight * idf(sessions, holding) }))
    .sort((a, b) => b.strength - a.strength || (a.term.term < b.term.term ? -1 : 1))
    .slice(0, mostTerms)
  const kept = new Set(strongest.map(({ term }) => term))
  return {
    terms: main.filter((term) => kept.has(term)),
    pairs: [],
    literals: [],
    framingOnly: query.framingOnly,
  }
}
