import { idf } from './bm25.ts'
import type { QueryTerms } from './query-terms.ts'
import type { SearchIndex, SessionStream } from './search-index.ts'

/** Weight of each term over messages: its weight in the query times its idf. */
export function messageWeights(index: SearchIndex, query: QueryTerms): Float64Array {
  const weights = new Float64Array(query.terms.length)
  for (const [i, { term, weight }] of query.terms.entries())
    weights[i] = weight * idf(index.totals.messages, messagesWith(index.sessionStream(term)))
  return weights
}

/** A function of its own: the engine makes little of a loop in a function that is made anew for each query. */
function messagesWith({ messages }: SessionStream): number {
  let sum = 0
  for (let i = 0; i < messages.length; i++) sum += messages[i]!
  return sum
}
