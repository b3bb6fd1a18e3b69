import type { ConversationRecord } from './conversation/record.ts'
import { memoryIndex } from './search/memory-index.ts'
import type { SearchIndex } from './search/search-index.ts'
import type { SearchOptions, SearchResult } from './search/search-result.ts'
import { searchIndex } from './search/search.ts'
import { loadConversation } from './store/load-conversation.ts'
import { recordOf } from './store/record-of.ts'
import { type RecordStamp, recordStamps } from './store/record-stamps.ts'
import type { StoreContext } from './store/store-context.ts'

interface Kept {
  readonly stamp: string
  readonly record: ConversationRecord | undefined
  readonly reason: string
}

/** Brings the store's records and the search together: an index in memory that reads again only what changed. */
export class RecordIndex {
  readonly #context: StoreContext
  #kept: ReadonlyMap<string, Kept> = new Map()
  #index: SearchIndex | undefined

  constructor(context: StoreContext) {
    this.#context = context
  }

  search(query: string, options: SearchOptions): SearchResult {
    const index = this.current()
    const result = searchIndex(index, query, options)
    const unreadable = [...this.#kept].flatMap(([name, { record, reason }]) =>
      record === undefined ? [{ name, reason }] : [],
    )
    const sessions = this.#kept.size
    return { ...result, coverage: { ...result.coverage, sessions, unreadable } }
  }

  /** An index over these records only. */
  of(records: readonly ConversationRecord[]): SearchIndex {
    return memoryIndex(records)
  }

  /** The index over everything, up to date. */
  current(): SearchIndex {
    const stamps = recordStamps(this.#context)
    const kept = new Map<string, Kept>()
    let isChanged = this.#index === undefined || stamps.length !== this.#kept.size
    for (const stamp of stamps) {
      const before = this.#kept.get(stamp.name)
      if (before?.stamp === stamp.stamp) kept.set(stamp.name, before)
      else {
        isChanged = true
        kept.set(stamp.name, this.#read(stamp))
      }
    }
    this.#kept = kept
    if (isChanged || this.#index === undefined) {
      this.#index = memoryIndex(
        [...kept.values()].flatMap(({ record }) => (record === undefined ? [] : [record])),
      )
    }
    return this.#index
  }

  #read({ name, stamp, reason, transcriptId }: RecordStamp): Kept {
    if (reason !== undefined) return { stamp, record: undefined, reason }
    try {
      const record = recordOf(loadConversation(this.#context, name, { whole: true, known: { transcriptId } }))
      return { stamp, record, reason: '' }
    } catch (error) {
      return { stamp, record: undefined, reason: error instanceof Error ? error.message : String(error) }
    }
  }
}
