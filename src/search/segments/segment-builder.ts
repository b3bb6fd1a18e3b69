import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ConversationRecord, RecordMessage } from '../../conversation/record.ts'
import type { IndexChunk } from '../index-builder.ts'
import { createIndexBuilder } from '../index-builder.ts'
import { compareBytes } from './dictionary.ts'
import type { EncodedSegment } from './encode-segment.ts'
import { createSegmentEncoder } from './encode-segment.ts'
import type { MessageRows } from './message-rows.ts'
import type { PartFacts } from './part-facts.ts'

/** Text of a segment, in UTF-16 code units; a new one is begun above it. */
export const segmentText: number = 25 * 2 ** 20

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

/** @param limit text above which a record is cut between two of its chunks */
export function createSegmentBuilder(limit: number = segmentText): SegmentBuilder {
  const builder = createIndexBuilder()
  const parts: DraftPart[] = []
  let text = 0

  return {
    get text() {
      return text
    },
    get parts() {
      return parts.length
    },
    add(record, from = 0) {
      let ordinal = 0
      let rest: number | undefined
      const fresh: DraftPart[] = []
      for (const chunk of builder.chunks(record, from)) {
        if (text > limit && fresh.length > 0 && !chunk.removed) {
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
      parts.push(...fresh)
      return rest
    },
    finish: () => encode(builder.terms, parts),
  }
}

function encode(terms: readonly string[], parts: readonly DraftPart[]): EncodedSegment {
  const encoder = createSegmentEncoder()
  for (const part of parts) encoder.part(factsOf(part), rowsOf(part))
  const groups = groupsByTerm(terms.length, parts)
  for (const { term, bytes } of sortedTerms(terms, groups.heads)) {
    encoder.term(bytes)
    let part = -1
    let title = 0
    let count = 0
    const flush = (): void => {
      if (part >= 0)
        encoder.entry({ part, title, count, ordinals: scratch.ordinals, frequencies: scratch.frequencies })
    }
    for (let group = groups.heads[term] ?? -1; group >= 0; group = groups.next[group] ?? -1) {
      const place = groups.places[groups.chunk[group] ?? 0]
      if (place === undefined) continue
      if (place.part !== part) {
        flush()
        part = place.part
        title = 0
        count = 0
      }
      const index = groups.index[group] ?? 0
      const { chunk, base } = place
      if (index >= chunk.terms.length) {
        title = chunk.title[index - chunk.terms.length]?.[1] ?? 0
        continue
      }
      const end = chunk.starts[index + 1] ?? 0
      for (let i = chunk.starts[index] ?? 0; i < end; i++) {
        if (count === scratch.ordinals.length) growScratch()
        scratch.ordinals[count] = base + (chunk.messages[i] ?? 0)
        scratch.frequencies[count] = chunk.frequencies[i] ?? 0
        count++
      }
    }
    flush()
  }
  return encoder.finish()
}

const scratch: { ordinals: Uint32Array<ArrayBuffer>; frequencies: Uint32Array<ArrayBuffer> } = {
  ordinals: new Uint32Array(4096),
  frequencies: new Uint32Array(4096),
}

function growScratch(): void {
  const { ordinals, frequencies } = scratch
  scratch.ordinals = new Uint32Array(ordinals.length * 2)
  scratch.frequencies = new Uint32Array(ordinals.length * 2)
  scratch.ordinals.set(ordinals)
  scratch.frequencies.set(frequencies)
}

/** For each term its groups of postings, chained in the order of the chunks; index behind the last group: titles. */
interface Groups {
  readonly heads: Int32Array
  readonly next: Int32Array
  readonly chunk: Uint32Array
  readonly index: Uint32Array
  readonly places: readonly { readonly chunk: IndexChunk; readonly part: number; readonly base: number }[]
}

function groupsByTerm(terms: number, parts: readonly DraftPart[]): Groups {
  const places = parts.flatMap(({ chunks }, part) => {
    let base = 0
    return chunks.map((chunk) => {
      const place = { chunk, part, base }
      base += chunk.entries.length
      return place
    })
  })
  const total = places.reduce((sum, { chunk }) => sum + chunk.terms.length + chunk.title.length, 0)
  const heads = new Int32Array(terms).fill(-1)
  const next = new Int32Array(total).fill(-1)
  const chunk = new Uint32Array(total)
  const index = new Uint32Array(total)
  let group = total
  // Backwards, so that each chain begins with the first chunk.
  for (let c = places.length - 1; c >= 0; c--) {
    const held = places[c]?.chunk
    const count = held?.terms.length ?? 0
    for (let i = count + (held?.title.length ?? 0) - 1; i >= 0; i--) {
      const term = i < count ? held?.terms[i] : held?.title[i - count]?.[0]
      if (term === undefined) continue
      group--
      next[group] = heads[term] ?? -1
      heads[term] = group
      chunk[group] = c
      index[group] = i
    }
  }
  return { heads, next, chunk, index, places }
}

function* sortedTerms(
  terms: readonly string[],
  heads: Int32Array,
): Generator<{ readonly term: number; readonly bytes: Uint8Array }> {
  const numbers = new Map<string, number>()
  for (const [number, term] of terms.entries()) if ((heads[number] ?? -1) >= 0) numbers.set(term, number)
  const sorted = [...numbers.keys()].sort()
  // Only behind U+D7FF do UTF-16 and UTF-8 order characters differently.
  if (sorted.some((term) => /[\ud800-\uffff]/.test(term)))
    sorted.sort((a, b) => compareBytes(Buffer.from(a), Buffer.from(b)))
  for (const term of sorted) yield { term: numbers.get(term) ?? 0, bytes: Buffer.from(term) }
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
