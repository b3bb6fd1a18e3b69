import type { ConversationRecord, RecordMessage } from '../conversation/record.ts'
import type { GroupedChunk } from './group-chunk.ts'
import { groupChunk } from './group-chunk.ts'
import { createIndexBuilder } from './index-builder.ts'
import type {
  IndexTotals,
  MessageStream,
  MessageTable,
  SearchIndex,
  SessionFacts,
  SessionStream,
} from './search-index.ts'
import { sessionColumns } from './session-columns.ts'
import { createSessionStream } from './session-stream.ts'
import { messageTimes } from './message-times.ts'

/** All streams end to end, by term number: entries are (term, session) pairs, postings (term, message) pairs. */
interface Streams {
  /** Entries of term `t` are `entryStarts[t] .. entryStarts[t + 1]`. */
  readonly entryStarts: Uint32Array
  readonly sessions: Uint32Array
  readonly frequencies: Uint32Array
  readonly messages: Uint32Array
  readonly titles: Uint32Array
  /** Postings of entry `e` are `postingStarts[e] .. postingStarts[e + 1]`. */
  readonly postingStarts: Uint32Array
  readonly ordinals: Uint32Array
  readonly counts: Uint32Array
}

interface SessionEntry {
  readonly facts: SessionFacts
  readonly table: MessageTable
  readonly entries: readonly RecordMessage[]
}

const nothing: SessionStream = createSessionStream(0)
const noMessages: MessageStream = { ordinals: [], frequencies: [] }

/** An index of records held in memory. Records keep their numbers: session `i` is the i-th record. */
export function memoryIndex(records: readonly ConversationRecord[]): SearchIndex {
  const builder = createIndexBuilder()
  const chunks = records.map((record) => builder.add(record).map(groupChunk))
  const numbers = new Map(builder.terms.map((term, number) => [term, number]))
  return view(numbers, chunks, false)
}

function view(
  numbers: ReadonlyMap<string, number>,
  chunks: readonly (readonly GroupedChunk[])[],
  removed: boolean,
): SearchIndex {
  const used = chunks.map((all) => all.filter((chunk) => removed || !chunk.removed))
  const streams = join(numbers.size, used)
  const sessions = used.map(sessionEntry)
  let withRemoved: SearchIndex | undefined
  const index: SearchIndex = {
    totals: sum(sessions),
    columns: sessionColumns(sessions.length, (session) => {
      const { facts, entries } = at(sessions, session)
      const times = messageTimes(entries.map((entry) => entry.at ?? NaN))
      return { ...facts, ...times, messages: entries.length }
    }),
    facts: (session) => at(sessions, session).facts,
    table: (session) => at(sessions, session).table,
    sessionStream: (term) => sessionStream(streams, numbers.get(term)),
    messageStream: (term, session) => messageStream(streams, numbers.get(term), session),
    text: (session, ordinal) => at(at(sessions, session).entries, ordinal).message.content,
    *terms(prefix) {
      for (const term of numbers.keys()) if (term.startsWith(prefix)) yield term
    },
    withRemoved: () => (removed ? index : (withRemoved ??= view(numbers, chunks, true))),
  }
  return index
}

/** Counts first, so that every stream is written once into its place. */
function join(terms: number, sessions: readonly (readonly GroupedChunk[])[]): Streams {
  const entryStarts = new Uint32Array(terms + 1)
  const last = new Int32Array(terms).fill(-1)
  let postings = 0
  for (const [session, chunks] of sessions.entries()) {
    for (const chunk of chunks) {
      postings += chunk.messages.length
      for (const term of termsOf(chunk)) {
        if (last[term] === session) continue
        last[term] = session
        entryStarts[term + 1] = (entryStarts[term + 1] ?? 0) + 1
      }
    }
  }
  for (let term = 0; term < terms; term++)
    entryStarts[term + 1] = (entryStarts[term + 1] ?? 0) + (entryStarts[term] ?? 0)
  const entries = entryStarts[terms] ?? 0
  const streams: Streams = {
    entryStarts,
    sessions: new Uint32Array(entries),
    frequencies: new Uint32Array(entries),
    messages: new Uint32Array(entries),
    titles: new Uint32Array(entries),
    postingStarts: new Uint32Array(entries + 1),
    ordinals: new Uint32Array(postings),
    counts: new Uint32Array(postings),
  }
  fillEntries(streams, terms, sessions)
  for (let entry = 0; entry < entries; entry++) {
    streams.postingStarts[entry + 1] = (streams.postingStarts[entry] ?? 0) + (streams.messages[entry] ?? 0)
  }
  fillPostings(streams, terms, sessions)
  return streams
}

function fillEntries(streams: Streams, terms: number, sessions: readonly (readonly GroupedChunk[])[]): void {
  const entryOf = entryCursor(streams, terms)
  for (const [session, chunks] of sessions.entries()) {
    for (const { terms, starts, frequencies, title } of chunks) {
      for (let group = 0; group < terms.length; group++) {
        const entry = entryOf(terms[group] ?? 0, session)
        const start = starts[group] ?? 0
        const end = starts[group + 1] ?? 0
        streams.messages[entry] = (streams.messages[entry] ?? 0) + end - start
        for (let i = start; i < end; i++) {
          streams.frequencies[entry] = (streams.frequencies[entry] ?? 0) + (frequencies[i] ?? 0)
        }
      }
      for (const [term, frequency] of title) streams.titles[entryOf(term, session)] = frequency
    }
  }
}

function fillPostings(streams: Streams, terms: number, sessions: readonly (readonly GroupedChunk[])[]): void {
  const entryOf = entryCursor(streams, terms)
  const next = streams.postingStarts.slice()
  for (const [session, chunks] of sessions.entries()) {
    let base = 0
    for (const chunk of chunks) {
      for (let group = 0; group < chunk.terms.length; group++) {
        const entry = entryOf(chunk.terms[group] ?? 0, session)
        const end = chunk.starts[group + 1] ?? 0
        for (let i = chunk.starts[group] ?? 0; i < end; i++) {
          const place = next[entry] ?? 0
          streams.ordinals[place] = base + (chunk.messages[i] ?? 0)
          streams.counts[place] = chunk.frequencies[i] ?? 0
          next[entry] = place + 1
        }
      }
      for (const [term] of chunk.title) entryOf(term, session)
      base += chunk.entries.length
    }
  }
}

/** Gives the entry of a term and a session, for sessions in ascending order; writes the session there. */
function entryCursor(streams: Streams, terms: number): (term: number, session: number) => number {
  const next = streams.entryStarts.slice()
  const last = new Int32Array(terms).fill(-1)
  return (term, session) => {
    const place = next[term] ?? 0
    if (last[term] === session) return place - 1
    last[term] = session
    next[term] = place + 1
    streams.sessions[place] = session
    return place
  }
}

function* termsOf(chunk: GroupedChunk): Generator<number> {
  yield* chunk.terms
  for (const [term] of chunk.title) yield term
}

function sessionStream(streams: Streams, term: number | undefined): SessionStream {
  if (term === undefined) return nothing
  const range = [streams.entryStarts[term], streams.entryStarts[term + 1]] as const
  return {
    sessions: streams.sessions.subarray(...range),
    frequencies: streams.frequencies.subarray(...range),
    messages: streams.messages.subarray(...range),
    titles: streams.titles.subarray(...range),
  }
}

function messageStream(streams: Streams, term: number | undefined, session: number): MessageStream {
  if (term === undefined) return noMessages
  let low = streams.entryStarts[term] ?? 0
  const end = streams.entryStarts[term + 1] ?? 0
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if ((streams.sessions[middle] ?? 0) < session) low = middle + 1
    else high = middle
  }
  if (low === end || streams.sessions[low] !== session) return noMessages
  const range = [streams.postingStarts[low], streams.postingStarts[low + 1]] as const
  return { ordinals: streams.ordinals.subarray(...range), frequencies: streams.counts.subarray(...range) }
}

function sessionEntry(chunks: readonly GroupedChunk[]): SessionEntry {
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
