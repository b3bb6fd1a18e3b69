import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompactor } from '../src/agent/compaction/compactor.ts'
import type { ChatCli } from '../src/index.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import type { EvalSession } from './data.ts'
import type { EvalStore } from './store.ts'

/** A store whose sessions are each compacted to the newest messages and a summary, without a model. */
export interface CompactedStore extends EvalStore {
  /** Messages that the windows have, and had. */
  readonly left: number
  readonly before: number
}

export async function compactedStore(sessions: readonly EvalSession[]): Promise<CompactedStore> {
  const home = mkdtempSync(join(tmpdir(), 'chatcli-eval-'))
  const chatcli = openChatCli({ home, timeZone: 'UTC' })
  let [left, before] = [0, 0]
  for (const { name, messages } of sessions) {
    chatcli.sessions.save(
      name,
      messages.map((message) => ({ ...message })),
    )
    before += messages.length
    left += await compact(chatcli, name)
  }
  return {
    left,
    before,
    search: (query, options) => chatcli.search(query, options),
    record: (name) => chatcli.sessions.record(name),
    page: (name, options) => chatcli.page(name, options),
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** @returns messages of the window */
async function compact(chatcli: ChatCli, name: string): Promise<number> {
  const { signal } = new AbortController()
  const compactor = createCompactor({
    archive: chatcli.archive,
    contextWindow: () => Promise.resolve(Infinity),
    microcompact: {},
    skillAgeTurns: 6,
    now: Date.now,
    newMark: () => 'mark',
  })
  const live = chatcli.sessions.open(name)
  try {
    // Without a line of this program there is no transcript yet, which is to keep what the summary replaces.
    live.begin()
    if (live.state().window.length > 12) await compactor.compact({ live, model: undefined, signal })
    live.save()
    return live.state().window.length
  } finally {
    live.close()
  }
}
