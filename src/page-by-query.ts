import type { ConversationRecord } from './conversation/record.ts'
import { offsetAround, pageOf } from './search/page.ts'
import type { SearchIndex } from './search/search-index.ts'
import type { Page, PageOptions } from './search/search-result.ts'
import { type SearchedIndex, searchInSession } from './search-in-session.ts'

/** Messages of a record from which on the index of the store is asked, since one of its own would take too long. */
export const manyMessages = 5000

/** What is asked of the index of the store. */
export interface AskedIndex extends SearchedIndex {
  use<T>(work: (index: SearchIndex) => T): T
}

/** A page of a record that a query centres on the message that answers it best. Errors as of `pageOf`. */
export function pageByQuery(
  record: ConversationRecord,
  options: PageOptions & { readonly query: string },
  index: AskedIndex,
): Page {
  if (record.messages.length < manyMessages) return index.use((whole) => pageOf(record, options, whole))
  const { query, ...others } = options
  if (options.message !== undefined) return pageOf(record, others)
  const { removed, now, timeZone, limit } = options
  const { sessions } = searchInSession(index, record.name, query, {
    limit: 1,
    ...(removed === undefined ? {} : { removed }),
    ...(now === undefined ? {} : { now }),
    ...(timeZone === undefined ? {} : { timeZone }),
  })
  const centredOn = sessions[0]?.messages[0]?.position
  if (centredOn === undefined) return pageOf(record, others)
  const offset = offsetAround(centredOn, record.messages.length, limit)
  return { ...pageOf(record, { ...others, offset }), centredOn }
}
