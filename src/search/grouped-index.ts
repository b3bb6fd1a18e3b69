import type { MessageStream, SearchIndex, SessionStream } from './search-index.ts'
import { createSessionStream } from './session-stream.ts'

/** Terms that are found by several entries of the index, any of which will do. */
export type TermGroups = ReadonlyMap<string, readonly string[]>

/**
 * An index in which each term of `groups` is the union of its entries, so that ranking need not know of them. An entry
 * says the same as another about most messages (a stem of two languages, a word and its stem), so counts are not added:
 * the highest is taken.
 */
export function groupedIndex(index: SearchIndex, groups: TermGroups): SearchIndex {
  if (groups.size === 0) return index
  const streams = new Map<string, SessionStream>()
  const used = new Map<string, readonly string[]>()
  const entriesOf = (term: string): readonly string[] => {
    let entries = used.get(term)
    if (entries === undefined) {
      entries = (groups.get(term) ?? []).filter((entry) => index.sessionStream(entry).sessions.length > 0)
      used.set(term, entries)
    }
    return entries
  }
  const terms = index.terms?.bind(index)
  const near = index.near?.bind(index)
  return {
    totals: index.totals,
    columns: index.columns,
    facts: (session) => index.facts(session),
    table: (session) => index.table(session),
    text: (session, ordinal) => index.text(session, ordinal),
    ...(terms === undefined ? {} : { terms }),
    ...(near === undefined ? {} : { near }),
    sessionStream(term) {
      if (!groups.has(term)) return index.sessionStream(term)
      let stream = streams.get(term)
      if (stream === undefined) {
        const all = entriesOf(term).map((entry) => index.sessionStream(entry))
        stream = all.length === 0 ? index.sessionStream(term) : all.reduce(joinSessions)
        streams.set(term, stream)
      }
      return stream
    },
    messageStream(term, session) {
      if (!groups.has(term)) return index.messageStream(term, session)
      const all = entriesOf(term).map((entry) => index.messageStream(entry, session))
      return all.filter((stream) => stream.ordinals.length > 0).reduce(joinMessages, noMessages)
    },
    withRemoved: () => groupedIndex(index.withRemoved(), groups),
  }
}

const noMessages: MessageStream = { ordinals: [], frequencies: [] }

function joinSessions(a: SessionStream, b: SessionStream): SessionStream {
  const joined = createSessionStream(a.sessions.length + b.sessions.length)
  let end = 0
  eachKey(a.sessions, b.sessions, (session, i, j) => {
    joined.sessions[end] = session
    joined.frequencies[end] = Math.max(a.frequencies[i] ?? 0, b.frequencies[j] ?? 0)
    joined.messages[end] = Math.max(a.messages[i] ?? 0, b.messages[j] ?? 0)
    joined.titles[end] = Math.max(a.titles[i] ?? 0, b.titles[j] ?? 0)
    end++
  })
  return {
    sessions: joined.sessions.subarray(0, end),
    frequencies: joined.frequencies.subarray(0, end),
    messages: joined.messages.subarray(0, end),
    titles: joined.titles.subarray(0, end),
  }
}

function joinMessages(a: MessageStream, b: MessageStream): MessageStream {
  if (a.ordinals.length === 0) return b
  const joined = { ordinals: [] as number[], frequencies: [] as number[] }
  eachKey(a.ordinals, b.ordinals, (ordinal, i, j) => {
    joined.ordinals.push(ordinal)
    joined.frequencies.push(Math.max(a.frequencies[i] ?? 0, b.frequencies[j] ?? 0))
  })
  return joined
}

/** Visits the keys of two ascending lists, each once, with their places there (−1 where a list lacks it). */
function eachKey(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  visit: (key: number, inA: number, inB: number) => void,
): void {
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const left = a[i] ?? Infinity
    const right = b[j] ?? Infinity
    visit(Math.min(left, right), left <= right ? i : -1, right <= left ? j : -1)
    if (left <= right) i++
    if (right <= left) j++
  }
}
