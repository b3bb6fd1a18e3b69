import { compareBytes } from './dictionary.ts'
import type { TermPlace } from './dictionary.ts'
import type { EncodedSegment, SegmentEncoder } from './encode-segment.ts'
import { createSegmentEncoder } from './encode-segment.ts'
import type { MessageRows } from './message-rows.ts'
import type { PartFacts } from './part-facts.ts'
import type { EntryColumns, TermEntry } from './postings.ts'
import { createEntryColumns } from './postings.ts'
import type { LiveSegment } from './segment-index.ts'

/** Where a part goes: its number in the new segment, and by how much the ordinals of its messages move. */
interface Target {
  readonly part: number
  readonly shift: number
}

interface Source extends LiveSegment {
  readonly dead: Uint8Array
  readonly targets: (Target | undefined)[]
}

/**
 * One segment of several, without their deleted parts; nothing is analysed again. Neighbouring parts of one record
 * become one part. Returns undefined when nothing is left.
 */
export function mergeSegments(segments: readonly LiveSegment[]): EncodedSegment | undefined {
  const sources = segments.map((segment): Source => {
    const dead = new Uint8Array(segment.reader.parts.length)
    for (const part of segment.deleted) dead[part] = 1
    return { ...segment, dead, targets: [] }
  })
  const parts = joinParts(sources)
  if (parts.length === 0) return undefined
  const encoder = createSegmentEncoder()
  for (const { facts, rows } of parts) encoder.part(facts, joinRows(rows.map((read) => read())))
  const isPlain = parts.every(({ rows }) => rows.length === 1)
  for (const { term, places } of mergedTerms(sources)) {
    if (isPlain) {
      encoder.term(term)
      copyEntries(encoder, sources, places)
      continue
    }
    const entries = entriesOf(sources, places)
    if (entries.length === 0) continue
    encoder.term(term)
    for (const entry of entries) encoder.entry(entry)
  }
  return encoder.finish()
}

interface JoinedPart {
  facts: PartFacts
  readonly rows: (() => MessageRows)[]
}

function joinParts(sources: readonly Source[]): readonly JoinedPart[] {
  const parts: JoinedPart[] = []
  /** Number of the last part of each record that the next one may be joined to. */
  const open = new Map<string, number>()
  for (const { reader, dead, targets } of sources) {
    for (const [number, facts] of reader.parts.entries()) {
      if (dead[number] === 1) {
        targets.push(undefined)
        continue
      }
      const rows = (): MessageRows => reader.rows(number)
      const joined = facts.removed ? undefined : open.get(facts.name)
      const before = joined === undefined ? undefined : parts[joined]
      if (joined !== undefined && before !== undefined && follows(before.facts, facts)) {
        targets.push({ part: joined, shift: before.facts.messages })
        before.facts = joinFacts(before.facts, facts)
        before.rows.push(rows)
      } else {
        targets.push({ part: parts.length, shift: 0 })
        if (!facts.removed) open.set(facts.name, parts.length)
        parts.push({ facts, rows: [rows] })
      }
    }
  }
  return parts
}

function follows(before: PartFacts, facts: PartFacts): boolean {
  return before.first + before.messages === facts.first
}

function joinFacts(before: PartFacts, facts: PartFacts): PartFacts {
  return {
    ...facts,
    first: before.first,
    messages: before.messages + facts.messages,
    tokens: before.tokens + facts.tokens,
    text: before.text + facts.text,
    digest: `${before.digest} ${facts.digest}`,
  }
}

function joinRows(all: readonly MessageRows[]): MessageRows {
  if (all.length === 1) return all[0]!
  const join = <K extends keyof MessageRows>(key: K): MessageRows[K][number][] =>
    all.flatMap((rows) => Array.from(rows[key] as ArrayLike<MessageRows[K][number]>))
  return {
    positions: join('positions'),
    tokens: join('tokens'),
    at: join('at'),
    roles: join('roles'),
    toolNames: join('toolNames'),
    states: join('states'),
    approximate: join('approximate'),
    slices: join('slices'),
  }
}

/** All terms in order, with the place of each in each source. */
function* mergedTerms(
  sources: readonly Source[],
): Generator<{ readonly term: Uint8Array; readonly places: readonly (TermPlace | undefined)[] }> {
  const streams = sources.map(({ reader }) => reader.terms())
  const heads = streams.map((stream) => stream.next())
  for (;;) {
    let least: Uint8Array | undefined
    for (const head of heads) {
      if (head.done !== true && (least === undefined || compareBytes(head.value.term, least) < 0))
        least = head.value.term
    }
    if (least === undefined) return
    const term = new Uint8Array(least)
    const places = heads.map((head, i) => {
      if (head.done === true || compareBytes(head.value.term, term) !== 0) return undefined
      const { place } = head.value
      heads[i] = streams[i]!.next()
      return place
    })
    yield { term, places }
  }
}

let scratch: EntryColumns = createEntryColumns(1024)

function entriesOf(
  sources: readonly Source[],
  places: readonly (TermPlace | undefined)[],
): readonly TermEntry[] {
  const entries: TermEntry[] = []
  let isOrdered = true
  for (const [s, { reader, dead, targets }] of sources.entries()) {
    const place = places[s]
    if (place === undefined) continue
    const most = reader.entryCount(place)
    if (most > scratch.parts.length) scratch = createEntryColumns(most * 2)
    const end = reader.entries(place, dead, scratch, 0)
    for (let i = 0; i < end; i++) {
      const target = targets[scratch.parts[i]!]!
      const { ordinals, frequencies } =
        scratch.messages[i] === 0 ? noMessages : reader.messages(place, scratch, i)
      if (target.shift > 0) for (let k = 0; k < ordinals.length; k++) ordinals[k]! += target.shift
      const last = entries.at(-1)
      if (last !== undefined && last.part >= target.part) isOrdered = false
      entries.push({
        part: target.part,
        title: scratch.titles[i]!,
        ordinals,
        frequencies,
        count: ordinals.length,
      })
    }
  }
  return isOrdered ? entries : combined(entries)
}

/** Where no parts are joined they keep their order, and what a part says of a term is copied as it is. */
function copyEntries(
  encoder: SegmentEncoder,
  sources: readonly Source[],
  places: readonly (TermPlace | undefined)[],
): void {
  for (const [s, { reader, dead, targets }] of sources.entries()) {
    const place = places[s]
    if (place === undefined) continue
    const most = reader.entryCount(place)
    if (most > scratch.parts.length) scratch = createEntryColumns(most * 2)
    const end = reader.entries(place, dead, scratch, 0)
    const stream = reader.messageStream(place)
    for (let i = 0; i < end; i++) encoder.copy(targets[scratch.parts[i]!]!.part, scratch, i, stream)
  }
}

const noMessages = { ordinals: new Uint32Array(), frequencies: new Uint32Array() }

function combined(entries: readonly TermEntry[]): readonly TermEntry[] {
  const byPart = new Map<number, TermEntry>()
  for (const entry of entries) {
    const before = byPart.get(entry.part)
    byPart.set(entry.part, before === undefined ? entry : joinEntries(before, entry))
  }
  return [...byPart.values()].sort((a, b) => a.part - b.part)
}

function joinEntries(a: TermEntry, b: TermEntry): TermEntry {
  return {
    part: a.part,
    title: a.title + b.title,
    ordinals: Uint32Array.of(...a.ordinals, ...b.ordinals),
    frequencies: Uint32Array.of(...a.frequencies, ...b.frequencies),
    count: a.count + b.count,
  }
}
