import type { SearchOptions, SearchResult } from './search/search-result.ts'

/** What is asked of the index of the store. */
export interface SearchedIndex {
  search(query: string, options: SearchOptions): SearchResult
}

/** Names that differ in upper and lower case only are one to a search. */
const mostTwins = 8

/** Searches one session through the index over all of them. */
export function searchInSession(
  index: SearchedIndex,
  name: string,
  query: string,
  options: SearchOptions,
): SearchResult {
  const found = index.search(query, { ...options, in: name, sessions: mostTwins })
  const sessions = found.sessions.filter((one) => one.name === name)
  return { ...found, sessions, total: sessions.length }
}
