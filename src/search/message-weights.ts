import { idf } from './bm25.ts'
import type { QueryTerms } from './query-terms.ts'
import type { SearchIndex } from './search-index.ts'

/** Weight of each term over messages: its weight in the query times its idf. */
export function messageWeights(index: SearchIndex, query: QueryTerms): Float64Array {
  return Float64Array.from(query.terms, (term) => {
    const { messages } = index.sessionStream(term.term)
    let holding = 0
    for (let i = 0; i < messages.length; i++) holding += messages[i] ?? 0
    return term.weight * idf(index.totals.messages, holding)
  })
}
