import type { ConversationRecord, RecordMessage } from '../conversation/record.ts'
import type { IndexChunk } from './index-builder.ts'
import { createIndexBuilder } from './index-builder.ts'
import type {
  IndexTotals,
  MessageStream,
  MessageTable,
  SearchIndex,
  SessionFacts,
  SessionStream,
} from './search-index.ts'

interface TermPostings {
  readonly sessions: number[]
  readonly frequencies: number[]
  readonly messages: number[]
  readonly titles: number[]
  /** Postings of entry `i` begin at `starts[i]` and are `messages[i]` many. */
  readonly starts: number[]
  readonly ordinals: number[]
  readonly counts: number[]
}

interface SessionEntry {
  readonly facts: SessionFacts
  readonly table: MessageTable
  readonly entries: readonly RecordMessage[]
}

const nothing: SessionStream = { sessions: [], frequencies: [], messages: [], titles: [] }
const noMessages: MessageStream = { ordinals: [], frequencies: [] }

/** An index of records held in memory. Records keep their numbers: session `i` is the i-th record. */
export function memoryIndex(records: readonly ConversationRecord[]): SearchIndex {
  const builder = createIndexBuilder()
  const chunks = records.map((record) => builder.add(record))
  return view(builder.terms, chunks, false)
}

function view(
  names: readonly string[],
  chunks: readonly (readonly IndexChunk[])[],
  removed: boolean,
): SearchIndex {
  const postings = new Map<string, TermPostings>()
  const sessions: SessionEntry[] = []
  for (const [session, all] of chunks.entries()) {
    const used = all.filter((chunk) => removed || !chunk.removed)
    let base = 0
    for (const chunk of used) {
      addChunk(postings, names, session, base, chunk)
      base += chunk.entries.length
    }
    sessions.push(sessionEntry(used))
  }
  let withRemoved: SearchIndex | undefined
  const index: SearchIndex = {
    totals: sum(sessions),
    facts: (session) => at(sessions, session).facts,
    table: (session) => at(sessions, session).table,
    sessionStream: (term) => postings.get(term) ?? nothing,
    messageStream: (term, session) => messageStream(postings.get(term), session),
    text: (session, ordinal) => at(at(sessions, session).entries, ordinal).message.content,
    withRemoved: () => (removed ? index : (withRemoved ??= view(names, chunks, true))),
  }
  return index
}

function addChunk(
  postings: Map<string, TermPostings>,
  names: readonly string[],
  session: number,
  base: number,
  chunk: IndexChunk,
): void {
  for (const [group, number] of chunk.terms.entries()) {
    const into = entryFor(postings, names[number] ?? '', session)
    const last = into.sessions.length - 1
    const end = chunk.starts[group + 1] ?? 0
    for (let i = chunk.starts[group] ?? 0; i < end; i++) {
      const frequency = chunk.frequencies[i] ?? 0
      into.ordinals.push(base + (chunk.messages[i] ?? 0))
      into.counts.push(frequency)
      into.frequencies[last] = (into.frequencies[last] ?? 0) + frequency
      into.messages[last] = (into.messages[last] ?? 0) + 1
    }
  }
  for (const [number, frequency] of chunk.title) {
    const into = entryFor(postings, names[number] ?? '', session)
    into.titles[into.sessions.length - 1] = frequency
  }
}

function entryFor(postings: Map<string, TermPostings>, term: string, session: number): TermPostings {
  let entry = postings.get(term)
  if (entry === undefined) {
    entry = { sessions: [], frequencies: [], messages: [], titles: [], starts: [], ordinals: [], counts: [] }
    postings.set(term, entry)
  }
  if (entry.sessions.at(-1) !== session) {
    entry.sessions.push(session)
    entry.frequencies.push(0)
    entry.messages.push(0)
    entry.titles.push(0)
    entry.starts.push(entry.ordinals.length)
  }
  return entry
}

function messageStream(postings: TermPostings | undefined, session: number): MessageStream {
  if (postings === undefined) return noMessages
  let low = 0
  let high = postings.sessions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((postings.sessions[middle] ?? 0) < session) low = middle + 1
    else high = middle
  }
  if (postings.sessions[low] !== session) return noMessages
  const start = postings.starts[low] ?? 0
  const end = start + (postings.messages[low] ?? 0)
  return { ordinals: postings.ordinals.slice(start, end), frequencies: postings.counts.slice(start, end) }
}

function sessionEntry(chunks: readonly IndexChunk[]): SessionEntry {
  const record = at(chunks, 0).record
  const entries = chunks.flatMap((chunk) => chunk.entries)
  const tokens = chunks.flatMap((chunk) => [...chunk.tokens])
  return {
    facts: {
      name: record.name,
      id: record.id,
      family: record.family,
      title: record.title,
      machine: record.machine,
      source: record.source?.tool,
      updatedAt: record.updatedAt,
      tokens: tokens.reduce((total, count) => total + count, 0),
    },
    table: {
      positions: entries.map((entry) => entry.position),
      tokens,
      at: entries.map((entry) => entry.at ?? NaN),
      roles: entries.map((entry) => entry.message.role),
      toolNames: entries.map((entry) => entry.toolName ?? ''),
      states: entries.map((entry) => entry.state),
      approximate: entries.map((entry) => entry.approximate),
    },
    entries,
  }
}

function sum(sessions: readonly SessionEntry[]): IndexTotals {
  let messages = 0
  let tokens = 0
  for (const session of sessions) {
    messages += session.entries.length
    tokens += session.facts.tokens
  }
  return { sessions: sessions.length, messages, tokens }
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new RangeError(`no entry ${index} among ${list.length}`)
  return found
}
