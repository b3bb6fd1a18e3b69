import { ChatCliError } from '../errors.ts'
import type { SearchResult } from '../search/search-result.ts'
import type { Catalogue } from '../text/catalogue.ts'

/** For programs, an answer without a session has this code. */
export function noMatch(result: SearchResult, text: Catalogue): ChatCliError {
  return new ChatCliError('no-match', text.noMatch(result.query, result.coverage.indexed))
}
