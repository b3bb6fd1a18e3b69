import { joinTables } from './join-tables.ts'
import { compareBytes } from './dictionary.ts'
import type { TermPlace } from './dictionary.ts'
import type { EncodedSegment, SegmentEncoder } from './encode-segment.ts'
import { createSegmentEncoder } from './encode-segment.ts'
import type { MessageRows } from './message-rows.ts'
import type { PartFacts } from './part-facts.ts'
import { copyTerm } from './copy-term.ts'
import { createTermStreams, encodeTerm, partSlotsOf } from './encode-term.ts'
import type { EntryColumns } from './postings.ts'
import { createEntryColumns } from './postings.ts'
import type { LiveSegment } from './live-segment.ts'
import type { SegmentReader } from './segment-reader.ts'
import { toSegmentError } from './segment-trouble.ts'
import type { TermWalk } from './walk-terms.ts'

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
  for (const { facts, sources } of parts) {
    const [{ reader, part }] = sources
    if (sources.length === 1) encoder.copyPart(facts, reader.rowBytes(part))
    else encoder.part(facts, joinRows(sources.map(({ reader, part }) => reader.rows(part))))
  }
  if (parts.every(({ sources }) => sources.length === 1)) copyTerms(encoder, sources)
  else joinTerms(encoder, sources, parts)
  return encoder.finish()
}

interface PartSource {
  readonly reader: SegmentReader
  readonly part: number
}

interface JoinedPart {
  facts: PartFacts
  readonly sources: [PartSource, ...PartSource[]]
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
      const source = { reader, part: number }
      const joined = facts.removed ? undefined : open.get(facts.name)
      const before = joined === undefined ? undefined : parts[joined]
      if (joined !== undefined && before !== undefined && follows(before.facts, facts)) {
        targets.push({ part: joined, shift: before.facts.messages })
        before.facts = joinFacts(before.facts, facts)
        before.sources.push(source)
      } else {
        targets.push({ part: parts.length, shift: 0 })
        if (!facts.removed) open.set(facts.name, parts.length)
        parts.push({ facts, sources: [source] })
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
    firstAt: Math.min(before.firstAt, facts.firstAt),
    lastAt: Math.max(before.lastAt, facts.lastAt),
    text: before.text + facts.text,
    digest: `${before.digest} ${facts.digest}`,
  }
}

function joinRows(all: readonly MessageRows[]): MessageRows {
  return { ...joinTables(all), slices: all.flatMap(({ slices }) => Array.from(slices)) }
}

/** A walk through a source, at a term or at its end. */
interface Head {
  readonly source: Source
  readonly walk: TermWalk
  readonly postings: Uint8Array
  /** New number of each part, −1 for a dead one. */
  readonly targets: Int32Array
  isAtEnd: boolean
}

/** Visits term by term the heads that are at it: the first `count` of a list. */
function eachTerm(
  sources: readonly Source[],
  visit: (heads: readonly Head[], count: number, use: (head: Head) => void) => void,
): void {
  let used: SegmentReader | undefined
  try {
    const heads = sources.map((source): Head => {
      used = source.reader
      const { walk, postings } = used.all()
      const targets = Int32Array.from(source.targets, (target) => target?.part ?? -1)
      return { source, walk, postings, targets, isAtEnd: !walk.next() }
    })
    const same = [...heads]
    const use = ({ source }: Head): void => void (used = source.reader)
    for (;;) {
      let count = 0
      for (const head of heads) {
        if (head.isAtEnd) continue
        const order = count === 0 ? 0 : compareWalks(head.walk, same[0]!.walk)
        if (order < 0) count = 0
        if (order <= 0) same[count++] = head
      }
      if (count === 0) return
      visit(same, count, use)
      for (let i = 0; i < count; i++) {
        const head = same[i]!
        use(head)
        head.isAtEnd = !head.walk.next()
      }
    }
  } catch (error) {
    throw used === undefined ? error : toSegmentError(error, used.name)
  }
}

function compareWalks(a: TermWalk, b: TermWalk): number {
  if (a.key !== b.key) return a.key - b.key
  return compareBytes(a.term.subarray(0, a.length), b.term.subarray(0, b.length))
}

/** Where no parts are joined they keep their order, and what a part says of a term is copied as it is. */
function copyTerms(encoder: SegmentEncoder, sources: readonly Source[]): void {
  const streams = createTermStreams()
  eachTerm(sources, (heads, count, use) => {
    streams.entries = 0
    for (let i = 0; i < count; i++) {
      const head = heads[i]!
      use(head)
      copyTerm(streams, head.walk, head.postings, head.targets)
    }
    const { term, length } = heads[0]!.walk
    if (streams.entries > 0) encoder.term(term, length, streams)
  })
}

/** Reads what the parts say of each term, and writes it for the joined ones. */
function joinTerms(encoder: SegmentEncoder, sources: readonly Source[], parts: readonly JoinedPart[]): void {
  const starts = [0]
  for (const { facts } of parts) starts.push(starts.at(-1)! + 1 + facts.messages)
  const slots = partSlotsOf(starts)
  const streams = createTermStreams()
  eachTerm(sources, (heads, count) => {
    const postings = heads.slice(0, count).flatMap((head) => postingsOf(head, slots.starts))
    if (postings.length === 0) return
    const sorted = joined(postings.sort((a, b) => a.slot - b.slot))
    const at = Uint32Array.from(sorted, ({ slot }) => slot)
    const counts = Uint32Array.from(sorted, ({ frequency }) => frequency)
    encodeTerm(streams, slots, at, counts, 0, at.length)
    const { term, length } = heads[0]!.walk
    encoder.term(term, length, streams)
  })
}

interface Posting {
  readonly slot: number
  readonly frequency: number
}

let scratch: EntryColumns = createEntryColumns(1024)

function postingsOf({ source, walk }: Head, starts: Uint32Array): readonly Posting[] {
  const { reader, dead, targets } = source
  const { isSingle, part, ordinal, entries, offset, sessionBytes, messageBytes } = walk
  const place: TermPlace = isSingle
    ? { kind: 'single', part, ordinal }
    : { kind: 'streams', entries, offset, sessionBytes, messageBytes }
  const most = reader.entryCount(place)
  if (most > scratch.parts.length) scratch = createEntryColumns(most * 2)
  const end = reader.entries(place, dead, scratch, 0)
  const postings: Posting[] = []
  for (let i = 0; i < end; i++) {
    const { part, shift } = targets[scratch.parts[i]!]!
    const titleSlot = starts[part]!
    if (scratch.titles[i]! > 0) postings.push({ slot: titleSlot, frequency: scratch.titles[i]! })
    if (scratch.messages[i] === 0) continue
    const { ordinals, frequencies } = reader.messages(place, scratch, i)
    for (let k = 0; k < ordinals.length; k++)
      postings.push({ slot: titleSlot + 1 + shift + ordinals[k]!, frequency: frequencies[k]! })
  }
  return postings
}

/** Parts that become one may both say it in their title. */
function joined(sorted: readonly Posting[]): readonly Posting[] {
  const all: Posting[] = []
  for (const posting of sorted) {
    const last = all.at(-1)
    if (last?.slot !== posting.slot) all.push(posting)
    else all[all.length - 1] = { slot: last.slot, frequency: last.frequency + posting.frequency }
  }
  return all
}
