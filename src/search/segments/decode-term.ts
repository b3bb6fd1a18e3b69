import type { Arena } from '../arena.ts'
import type { SessionStream } from '../search-index.ts'
import { createSessionStream } from '../session-stream.ts'
import type { TermPlace } from './dictionary.ts'
import type { LiveSegment } from './live-segment.ts'
import type { EntryColumns } from './postings.ts'
import { createEntryColumns } from './postings.ts'
import { preallocated } from './preallocated.ts'

/** What was decoded of a term. */
export interface DecodedTerm {
  readonly columns: EntryColumns
  /** Entries of segment `s` are `starts[s] .. starts[s + 1]`. */
  readonly starts: Uint32Array
  readonly places: readonly (TermPlace | undefined)[]
  readonly stream: SessionStream
}

/** What a term is decoded from. */
interface TermSources {
  readonly segments: readonly LiveSegment[]
  readonly dead: readonly (Uint8Array | undefined)[]
  readonly numbers: readonly Uint32Array[]
  readonly isSplit: boolean
  /** How many there are. */
  readonly sessions: number
  readonly arena: Arena
}

/** Everything the segments say of a term, but for its messages; undefined when no part that counts has it. */
export function decodeTerm(sources: TermSources, term: string): DecodedTerm | undefined {
  const { segments, dead, numbers, isSplit, arena } = sources
  const bytes = Buffer.from(term)
  const places = preallocated<TermPlace | undefined>(segments.length)
  let most = 0
  for (let s = 0; s < segments.length; s++) {
    const { reader } = segments[s]!
    const place = reader.find(bytes)
    places[s] = place
    if (place !== undefined) most += reader.entryCount(place)
  }
  if (most === 0) return undefined
  const columns = createEntryColumns(most, arena)
  const starts = new Uint32Array(segments.length + 1)
  const sessions = arena.words(most)
  let end = 0
  for (let s = 0; s < segments.length; s++) {
    const place = places[s]
    const from = end
    if (place !== undefined) end = segments[s]!.reader.entries(place, dead[s], columns, from)
    starts[s + 1] = end
    const numbered = numbers[s]!
    for (let i = from; i < end; i++) sessions[i] = numbered[columns.parts[i]!]!
  }
  const plain = firstEntries({ ...columns, sessions }, end)
  return { columns, starts, places, stream: isSplit ? summed(plain, sources.sessions) : plain }
}

/** The stream with one entry per session, ascending; numbers of sessions are below `count`. */
function summed(stream: SessionStream, count: number): SessionStream {
  const { length } = stream.sessions
  let ascending = true
  for (let i = 1; i < length; i++) if (stream.sessions[i]! <= stream.sessions[i - 1]!) ascending = false
  if (ascending) return stream
  // Sorted by giving each session its place: there are not many more sessions than entries where this costs anything.
  const places = new Uint32Array(count)
  for (let i = 0; i < length; i++) places[stream.sessions[i]!] = 1
  let end = 0
  for (let session = 0; session < count; session++) if (places[session] === 1) places[session] = end++
  const sums = createSessionStream(end)
  for (let i = 0; i < length; i++) {
    const session = stream.sessions[i]!
    const at = places[session]!
    sums.sessions[at] = session
    sums.frequencies[at]! += stream.frequencies[i]!
    sums.messages[at]! += stream.messages[i]!
    sums.titles[at]! += stream.titles[i]!
  }
  return sums
}

function firstEntries(
  { sessions, frequencies, messages, titles }: SessionStream,
  end: number,
): SessionStream {
  return {
    sessions: sessions.subarray(0, end),
    frequencies: frequencies.subarray(0, end),
    messages: messages.subarray(0, end),
    titles: titles.subarray(0, end),
  }
}
