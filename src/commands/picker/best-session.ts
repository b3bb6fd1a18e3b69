import type { SearchResult } from '../../search/search-result.ts'

/** How far ahead of all others a session must be to be taken without a question. */
const clearlyAhead = 1.5

/**
 * The session that answers a query without a doubt: it has every word, and its score is 1.5 times that of any other.
 *
 * @returns undefined when a person should choose
 */
export function bestSession(result: SearchResult): SearchResult['sessions'][number] | undefined {
  const [best, ...others] = result.sessions
  if (best?.tier !== 'all') return undefined
  const isAhead = others.every(({ score }) => best.score >= clearlyAhead * score)
  return isAhead ? best : undefined
}
