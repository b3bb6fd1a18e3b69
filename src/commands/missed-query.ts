import type { Page, PageOptions } from '../search/search-result.ts'
import type { Catalogue } from '../text/catalogue.ts'
import { sanitiseLine } from '../text/sanitise.ts'

/** What to say when a page was asked for by a query that no message answers; else nothing. */
export function missedQuery(page: Page, { query, message }: PageOptions, text: Catalogue): string[] {
  const isMissed = query !== undefined && message === undefined && page.centredOn === undefined
  return isMissed ? [text.noMessageMatches(sanitiseLine(query), sanitiseLine(page.name))] : []
}
