import type { ConversationRecord } from '../src/conversation/record.ts'
import { memoryIndex } from '../src/search/memory-index.ts'
import { pageOf } from '../src/search/page.ts'
import { searchIndex } from '../src/search/search.ts'
import type { Page, PageOptions, SearchOptions, SearchResult } from '../src/search/search-result.ts'
import type { EvalSession } from './data.ts'

/** What the evaluation asks of a store; anything that saves sessions and answers like `chatcli` can be measured. */
export interface EvalStore {
  search(query: string, options: SearchOptions): SearchResult
  page(name: string, options: PageOptions): Page
}

/** A store of sessions in memory. */
export function openStore(sessions: readonly EvalSession[]): EvalStore {
  const records = sessions.map(recordOf)
  const byName = new Map(records.map((record) => [record.name, record]))
  const index = memoryIndex(records)
  return {
    search: (query, options) => searchIndex(index, query, options),
    page(name, options) {
      const record = byName.get(name)
      if (record === undefined) throw new Error(`the data names no session ${name}`)
      return pageOf(record, options, index)
    },
  }
}

function recordOf(session: EvalSession): ConversationRecord {
  const times = session.messages
    .map((message) => Date.parse(message.created_at ?? ''))
    .filter(Number.isFinite)
  return {
    name: session.name,
    id: session.name,
    family: session.name,
    title: '',
    machine: false,
    private: false,
    source: undefined,
    createdAt: Math.min(...times, Infinity) === Infinity ? 0 : Math.min(...times),
    updatedAt: Math.max(0, ...times),
    messages: session.messages.map((message, position) => {
      const at = Date.parse(message.created_at ?? '')
      return {
        position,
        message: { ...message },
        state: 'live',
        turn: '',
        at: Number.isFinite(at) ? at : undefined,
        approximate: false,
        derived: false,
      }
    }),
    damage: [],
  }
}
