import type { Arena } from '../arena.ts'
import { ownMemory } from '../arena.ts'
import { boundedMap } from './bounded-map.ts'
import { joinTables } from './join-tables.ts'
import type {
  MessageStream,
  MessageTable,
  SearchIndex,
  SessionColumns,
  SessionFacts,
  SessionStream,
} from '../search-index.ts'
import type { SessionRow } from '../session-columns.ts'
import { sessionColumns } from '../session-columns.ts'
import { createSessionStream } from '../session-stream.ts'
import { messageTimes } from '../message-times.ts'
import type { DecodedTerm } from './decode-term.ts'
import { decodeTerm } from './decode-term.ts'
import type { LiveSegment } from './live-segment.ts'
import type { DecodedRows } from './message-rows.ts'
import type { PartFacts } from './part-facts.ts'
import { preallocated } from './preallocated.ts'

/** Memory for what is decoded of an index. */
export interface DecodingMemory {
  readonly terms: Arena
  /** Rows of messages: what one answer looks at is seldom what the next one does. */
  readonly rows: Arena
}

/** Text of a message, by where it stands in the index. Errors reach whoever asked for the text. */
export type ReadText = (rows: DecodedRows, index: number, facts: PartFacts) => string

interface Part {
  readonly segment: number
  readonly part: number
  readonly facts: PartFacts
  /** Ordinal in the session of its first message. */
  readonly base: number
}

/** Entries and rows that are kept decoded. */
const keptEntries = 2_000_000
const keptRows = 200_000

const noSessions: SessionStream = createSessionStream(0)
const noMessages: MessageStream = { ordinals: [], frequencies: [] }

/**
 * One index over segments. Statistics are summed, so that how sessions are spread over segments changes no answer; a
 * session may have parts in several.
 *
 * @param memory for what is decoded; whoever recycles it makes the index forget that
 */
export function segmentIndex(
  segments: readonly LiveSegment[],
  readText: ReadText,
  memory: DecodingMemory = { terms: ownMemory, rows: ownMemory },
): SearchIndex {
  return view(segments, readText, memory, false)
}

function view(
  segments: readonly LiveSegment[],
  readText: ReadText,
  memory: DecodingMemory,
  withRemoved: boolean,
): SearchIndex {
  const dead = segments.map((segment) => deadParts(segment, withRemoved))
  const { sessions, numbers, isSplit, messages, tokens } = gatherSessions(segments, dead)
  const facts = preallocated<SessionFacts | undefined>(sessions.count)
  let decoded = boundedMap<string, DecodedTerm | undefined>(keptEntries)
  let tables = boundedMap<number, MessageTable>(keptRows)
  let partRows = boundedMap<Part, DecodedRows>(keptRows)
  let termsFrom = memory.terms.generation
  let rowsFrom = memory.rows.generation
  let other: SearchIndex | undefined
  let columns: SessionColumns | undefined

  function decode(term: string): DecodedTerm | undefined {
    if (termsFrom !== memory.terms.generation) {
      termsFrom = memory.terms.generation
      decoded = boundedMap(keptEntries)
    }
    const known = decoded.get(term)
    if (known !== undefined || decoded.has(term)) return known
    const { terms: arena } = memory
    const made = decodeTerm({ segments, dead, numbers, isSplit, sessions: sessions.count, arena }, term)
    decoded.set(term, made, made?.columns.parts.length ?? 1)
    return made
  }

  function rowsOf(part: Part): DecodedRows {
    if (rowsFrom !== memory.rows.generation) {
      rowsFrom = memory.rows.generation
      tables = boundedMap(keptRows)
      partRows = boundedMap(keptRows)
    }
    let rows = partRows.get(part)
    if (rows === undefined) {
      rows = segments[part.segment]!.reader.rows(part.part, memory.rows)
      partRows.set(part, rows, part.facts.messages)
    }
    return rows
  }

  const partsOf = (session: number): readonly Part[] => sessions.partsOf(session)

  function rowOf(session: number): SessionRow {
    const at = sessions.place(session)
    if (at === undefined) return joinedRow(partsOf(session))
    return segments[at.segment]!.reader.table.row(at.part)
  }

  const index: SearchIndex = {
    totals: { sessions: sessions.count, messages, tokens },
    get columns() {
      return (columns ??= sessionColumns(sessions.count, rowOf))
    },
    facts: (session) => (facts[session] ??= sessionFacts(partsOf(session))),
    table(session) {
      const parts = partsOf(session)
      if (parts.length === 1) return rowsOf(parts[0]!)
      let table = tables.get(session)
      if (table === undefined) {
        table = joinTables(parts.map(rowsOf))
        tables.set(session, table, table.positions.length)
      }
      return table
    },
    sessionStream: (term) => decode(term)?.stream ?? noSessions,
    messageStream(term, session) {
      const known = decode(term)
      if (known === undefined) return noMessages
      const parts = partsOf(session)
      if (parts.length === 1) return partMessages(segments, known, parts[0]!) ?? noMessages
      return joinMessages(parts.map((part) => [part.base, partMessages(segments, known, part)] as const))
    },
    text(session, ordinal) {
      const part = partsOf(session).findLast(({ base }) => base <= ordinal)!
      return readText(rowsOf(part), ordinal - part.base, part.facts)
    },
    *terms(prefix) {
      const start = Buffer.from(prefix)
      for (const { reader } of segments) {
        for (const { term } of reader.terms(start)) {
          const bytes = Buffer.from(term.buffer, term.byteOffset, term.length)
          if (!bytes.subarray(0, start.length).equals(start)) break
          yield bytes.toString('utf8')
        }
      }
    },
    *near(marker, word) {
      const start = Buffer.from(marker + word.charAt(0))
      const bytes = Buffer.from(marker + word)
      for (const { reader } of segments) yield* reader.near(start, bytes)
    },
    withRemoved: () => (withRemoved ? index : (other ??= view(segments, readText, memory, true))),
  }
  return index
}

/** 1 for each part that does not count; undefined when all do. */
function deadParts({ reader, deleted }: LiveSegment, withRemoved: boolean): Uint8Array | undefined {
  const { table } = reader
  const dead = new Uint8Array(table.count)
  let some = deleted.length > 0
  for (const part of deleted) dead[part] = 1
  if (!withRemoved) {
    for (let part = 0; part < table.count; part++) {
      if (!table.isRemoved(part)) continue
      dead[part] = 1
      some = true
    }
  }
  return some ? dead : undefined
}

/** Which parts each session has. */
interface Sessions {
  readonly count: number
  /** Where a session stands that has one part only. */
  place(session: number): { readonly segment: number; readonly part: number } | undefined
  /** Its parts in the order of its record. */
  partsOf(session: number): readonly Part[]
}

/** Sessions are numbered in the order in which their first part is met. */
function gatherSessions(
  segments: readonly LiveSegment[],
  dead: readonly (Uint8Array | undefined)[],
): {
  readonly sessions: Sessions
  /** Session of each part, by segment. */
  readonly numbers: readonly Uint32Array[]
  readonly isSplit: boolean
  /** Sums over all parts that count. */
  readonly messages: number
  readonly tokens: number
} {
  const tables = segments.map(({ reader }) => reader.table)
  const most = tables.reduce((sum, table) => sum + table.count, 0)
  // First part of each session; the others of those that have several.
  const firstSegments = new Uint32Array(most)
  const firstParts = new Uint32Array(most)
  const others = new Map<number, { readonly segment: number; readonly part: number }[]>()
  const numbers = tables.map((table) => new Uint32Array(table.count))
  const byName = new Map<string, number>()
  let messages = 0
  let tokens = 0
  for (const [segment, table] of tables.entries()) {
    const gone = dead[segment]
    const numbered = numbers[segment]!
    for (let part = 0; part < table.count; part++) {
      if (gone !== undefined && gone[part] === 1) continue
      messages += table.number(part, 'messages')
      tokens += table.number(part, 'tokens')
      const name = table.name(part)
      const known = byName.get(name)
      const number = known ?? byName.size
      numbered[part] = number
      if (known === undefined) {
        firstSegments[number] = segment
        firstParts[number] = part
        byName.set(name, number)
      } else if (others.has(number)) others.get(number)!.push({ segment, part })
      else others.set(number, [{ segment, part }])
    }
  }
  const count = byName.size
  const made = preallocated<readonly Part[] | undefined>(count)
  const partAt = (segment: number, part: number): Part => {
    return { segment, part, facts: tables[segment]!.facts(part), base: 0 }
  }
  const first = (session: number): { readonly segment: number; readonly part: number } => {
    if (!(session < count)) throw new RangeError(`no session ${session} among ${count}`)
    return { segment: firstSegments[session]!, part: firstParts[session]! }
  }
  const sessions: Sessions = {
    count,
    place: (session) => (others.has(session) ? undefined : first(session)),
    partsOf(session) {
      const known = made[session]
      if (known !== undefined) return known
      const places = [first(session), ...(others.get(session) ?? [])]
      return (made[session] = inOrder(places.map(({ segment, part }) => partAt(segment, part))))
    },
  }
  return { sessions, numbers, isSplit: others.size > 0, messages, tokens }
}

/** Parts of a session in the order of its record, removed messages last. */
function inOrder(parts: readonly Part[]): readonly Part[] {
  if (parts.length === 1) return parts
  const sorted = parts.toSorted(
    (a, b) => Number(a.facts.removed) - Number(b.facts.removed) || a.facts.first - b.facts.first,
  )
  let base = 0
  return sorted.map((part) => {
    const placed = { ...part, base }
    base += part.facts.messages
    return placed
  })
}

function sessionFacts(parts: readonly Part[]): SessionFacts {
  if (parts.length === 1) return parts[0]!.facts
  const newest = (parts.findLast(({ facts }) => !facts.removed) ?? parts[0])!.facts
  const { name, id, family, title, machine, source, updatedAt } = newest
  const tokens = parts.reduce((sum, part) => sum + part.facts.tokens, 0)
  return { name, id, family, title, machine, source, updatedAt, tokens }
}

function joinedRow(parts: readonly Part[]): SessionRow {
  const messages = parts.reduce((sum, { facts }) => sum + facts.messages, 0)
  const { firstAt, lastAt } = messageTimes(parts.flatMap(({ facts }) => [facts.firstAt, facts.lastAt]))
  const { tokens, updatedAt, machine, family } = sessionFacts(parts)
  return { messages, tokens, updatedAt, machine, family, firstAt, lastAt }
}

function partMessages(
  segments: readonly LiveSegment[],
  { columns, starts, places }: DecodedTerm,
  { segment, part }: Part,
): MessageStream | undefined {
  const place = places[segment]
  if (place === undefined) return undefined
  let low = starts[segment]!
  const end = starts[segment + 1]!
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if (columns.parts[middle]! < part) low = middle + 1
    else high = middle
  }
  if (low === end || columns.parts[low] !== part || columns.messages[low] === 0) return undefined
  return segments[segment]!.reader.messages(place, columns, low)
}

function joinMessages(
  pieces: readonly (readonly [base: number, messages: MessageStream | undefined])[],
): MessageStream {
  const held = pieces.filter(([, messages]) => messages !== undefined)
  if (held.length === 0) return noMessages
  return {
    ordinals: held.flatMap(([base, messages]) => Array.from(messages!.ordinals, (ordinal) => base + ordinal)),
    frequencies: held.flatMap(([, messages]) => Array.from(messages!.frequencies)),
  }
}
