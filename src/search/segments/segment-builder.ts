import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ConversationRecord, RecordMessage } from '../../conversation/record.ts'
import type { IndexBuilder, IndexChunk } from '../index-builder.ts'
import { createIndexBuilder } from '../index-builder.ts'
import { messageTimes } from '../message-times.ts'
import type { EncodedSegment, SegmentEncoder } from './encode-segment.ts'
import { createSegmentEncoder } from './encode-segment.ts'
import type { PartSlots } from './encode-term.ts'
import { createTermStreams, encodeTerm, partSlotsOf } from './encode-term.ts'
import type { MessageRows } from './message-rows.ts'
import type { PartFacts } from './part-facts.ts'
import type { TermOrder } from './term-order.ts'
import { createTermOrder } from './term-order.ts'

/** Text of a segment, in UTF-16 code units: above it a new one is begun. */
export const segmentText: number = 40 * 2 ** 20

/** Collects records and makes a segment of them. */
export interface SegmentBuilder {
  /** UTF-16 code units of the messages collected so far. */
  readonly text: number
  readonly parts: number
  /**
   * Adds a record, or only what follows its first `from` messages that can be found (removed ones do not count). Returns
   * what does not fit any more: call it again with that as `from` on another builder.
   */
  add(record: ConversationRecord, from?: number): number | undefined
  finish(): EncodedSegment
}

interface DraftPart {
  readonly chunks: IndexChunk[]
  readonly first: number
  readonly removed: boolean
}

/** The postings of a chunk. A slot is a place of the segment: each part has one for its title, then one for each message. */
interface DraftPostings extends Pick<IndexChunk, 'ends' | 'terms' | 'frequencies' | 'title'> {
  readonly slot: number
  readonly titleSlot: number
}

/** Terms that are remembered from one segment to the next, about 100 bytes each. */
const mostTerms = 400_000

/**
 * Makes builders one after another: ask for the next when the last has finished. They share what was learnt of words.
 *
 * @param limit text of one record above which it goes on in another segment, from its next chunk on
 */
export function segmentBuilders(limit: number = segmentText): () => SegmentBuilder {
  let words = createIndexBuilder()
  let order = createTermOrder(words.terms)
  return () => {
    if (words.terms.length > mostTerms) {
      words = createIndexBuilder()
      order = createTermOrder(words.terms)
    }
    return segmentBuilder(limit, words, order)
  }
}

function segmentBuilder(limit: number, words: IndexBuilder, order: TermOrder): SegmentBuilder {
  const encoder = createSegmentEncoder()
  const postings: DraftPostings[] = []
  /** First slot of each part. */
  const partSlots: number[] = []
  let slots = 0
  let text = 0

  function addPart(part: DraftPart): void {
    const facts = factsOf(part)
    encoder.part(facts, rowsOf(part))
    const titleSlot = slots
    partSlots.push(slots++)
    for (const { ends, terms, frequencies, title } of part.chunks) {
      postings.push({ ends, terms, frequencies, title, titleSlot, slot: slots })
      slots += ends.length
    }
  }

  return {
    get text() {
      return text
    },
    get parts() {
      return partSlots.length
    },
    add(record, from = 0) {
      let ordinal = 0
      let rest: number | undefined
      const before = text
      const fresh: DraftPart[] = []
      for (const chunk of words.chunks(record, from)) {
        if (text - before > limit && !chunk.removed) {
          rest = from + ordinal
          break
        }
        let part = fresh.at(-1)
        if (part === undefined || part.removed !== chunk.removed) {
          part = { chunks: [], first: chunk.removed ? 0 : from + ordinal, removed: chunk.removed }
          fresh.push(part)
        }
        part.chunks.push(chunk)
        if (!chunk.removed) ordinal += chunk.entries.length
        for (const entry of chunk.entries) text += entry.message.content.length
      }
      for (const part of fresh) addPart(part)
      return rest
    },
    finish() {
      encodeTerms(encoder, order, byTerm(words.terms.length, postings), partSlotsOf([...partSlots, slots]))
      return encoder.finish()
    },
  }
}

/** For term `t` what stands from `starts[t]` to `starts[t + 1]`: slots, ascending, and how often it is there. */
interface TermPostings {
  readonly starts: Uint32Array
  readonly slots: Uint32Array
  readonly frequencies: Uint32Array
}

function byTerm(terms: number, drafts: DraftPostings[]): TermPostings {
  const starts = new Uint32Array(terms + 1)
  for (const { terms: held, title } of drafts) {
    for (let i = 0; i < held.length; i++) starts[held[i]! + 1]!++
    for (const [term] of title) starts[term + 1]!++
  }
  for (let term = 0; term < terms; term++) starts[term + 1]! += starts[term]!
  const next = starts.slice()
  const slots = new Uint32Array(starts[terms]!)
  const frequencies = new Uint32Array(starts[terms]!)
  for (const { ends, terms: held, frequencies: counts, title, slot, titleSlot } of drafts) {
    for (const [term, frequency] of title) {
      const to = next[term]!++
      slots[to] = titleSlot
      frequencies[to] = frequency
    }
    let at = 0
    for (let message = 0; message < ends.length; message++) {
      for (const end = ends[message]!; at < end; at++) {
        const to = next[held[at]!]!++
        slots[to] = slot + message
        frequencies[to] = counts[at]!
      }
    }
  }
  return { starts, slots, frequencies }
}

function encodeTerms(
  encoder: SegmentEncoder,
  order: TermOrder,
  { starts, slots, frequencies }: TermPostings,
  parts: PartSlots,
): void {
  const streams = createTermStreams()
  for (const term of order.sorted()) {
    const start = starts[term]!
    const end = starts[term + 1]!
    if (start === end) continue
    encodeTerm(streams, parts, slots, frequencies, start, end)
    const bytes = order.bytes(term)
    encoder.term(bytes, bytes.length, streams)
  }
}

function factsOf({ chunks, first, removed }: DraftPart): PartFacts {
  const record = chunks[0]?.record
  if (record === undefined) throw new RangeError('a part without a chunk')
  const entries = chunks.flatMap((chunk) => chunk.entries)
  return {
    name: record.name,
    id: record.id,
    family: record.family,
    title: record.title,
    machine: record.machine,
    source: record.source?.tool,
    updatedAt: record.updatedAt,
    ...messageTimes(entries.map(({ at }) => at ?? NaN)),
    first,
    removed,
    messages: entries.length,
    tokens: chunks.reduce((sum, { tokens }) => sum + tokens.reduce((total, count) => total + count, 0), 0),
    text: entries.reduce((sum, { message }) => sum + message.content.length, 0),
    digest: partDigest(entries),
  }
}

/**
 * How many messages, and a hash that changes when anything does that an index keeps of them: what they say, their
 * places, times and states. Digests of parts that are joined are joined by a space.
 */
export function partDigest(entries: readonly RecordMessage[]): string {
  const lines = entries.map((entry) => {
    const { position, at, approximate, state, toolName = '', location, message } = entry
    const where = location === undefined ? '' : `${location.path} ${location.offset} ${location.length}`
    const crc = location?.crc ?? crc32(message.content)
    return `${position} ${at} ${approximate} ${state} ${message.role} ${toolName} ${where} ${crc}`
  })
  return `${entries.length}:${hash('sha256', lines.join('\n'), 'hex').slice(0, 16)}`
}

function rowsOf({ chunks }: DraftPart): MessageRows {
  const entries = chunks.flatMap((chunk) => chunk.entries)
  return {
    positions: entries.map((entry) => entry.position),
    tokens: chunks.flatMap((chunk) => [...chunk.tokens]),
    at: entries.map((entry) => entry.at ?? NaN),
    roles: entries.map((entry) => entry.message.role),
    toolNames: entries.map((entry) => entry.toolName ?? ''),
    states: entries.map((entry) => entry.state),
    approximate: entries.map((entry) => entry.approximate),
    slices: entries.map((entry) => entry.location),
  }
}
