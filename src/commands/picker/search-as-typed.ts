import type { ChatCli } from '../../chatcli.ts'
import type { SearchResult } from '../../search/search-result.ts'

/** A word that may be the beginning of a longer one: no operator, no quote, nothing behind it. */
const unfinishedWord = /(?:^|\s)[\p{L}\p{N}_]{2,}$/u

/**
 * Answers a query that is still being typed. When no session has every word as it stands, the last one is read as a
 * beginning too; so whole words go before beginnings.
 *
 * @param most sessions in the answer
 */
export function searchAsTyped(chatcli: Pick<ChatCli, 'search'>, query: string, most: number): SearchResult {
  const options = { sessions: most, limit: 3 }
  const exact = chatcli.search(query, options)
  if (exact.sessions.some(({ tier }) => tier === 'all') || !unfinishedWord.test(query)) return exact
  const begun = chatcli.search(`${query}*`, options)
  const isBetter = begun.sessions.some(({ tier }) => tier === 'all') || exact.sessions.length === 0
  return isBetter && begun.sessions.length > 0 ? { ...begun, query } : exact
}
