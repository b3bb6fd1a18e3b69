import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConversationRecord } from '../src/conversation/record.ts'
import type { Page, PageOptions, SearchOptions, SearchResult } from '../src/search/search-result.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import type { EvalSession } from './data.ts'

/** What the evaluation asks of a store; anything that saves sessions and answers like `chatcli` can be measured. */
export interface EvalStore {
  search(query: string, options: SearchOptions): SearchResult
  page(name: string, options: PageOptions): Page
  /** What search and page read of a session. */
  record(name: string): ConversationRecord
  close(): void
}

/** A home folder of its own on the disk with the sessions saved in it, as a person's program would; `close` removes it. */
export function openStore(sessions: readonly EvalSession[]): EvalStore {
  const home = mkdtempSync(join(tmpdir(), 'chatcli-eval-'))
  const chatcli = openChatCli({ home, timeZone: 'UTC' })
  for (const { name, messages } of sessions) {
    chatcli.sessions.save(
      name,
      messages.map((message) => ({ ...message })),
    )
  }
  return {
    search: (query, options) => chatcli.search(query, options),
    record: (name) => chatcli.sessions.record(name),
    page: (name, options) => chatcli.page(name, options),
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}
