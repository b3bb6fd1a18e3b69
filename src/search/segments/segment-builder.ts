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

/** Text of a segment, in UTF-16 code units: above it a new one is begun. */
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

/** @param limit text of one record above which it goes on in another segment, from its next chunk on */
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
      const before = text
      const fresh: DraftPart[] = []
      for (const chunk of builder.chunks(record, from)) {
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
      parts.push(...fresh)
      return rest
    },
    finish: () => encode(builder.terms, parts),
  }
}

function encode(terms: readonly string[], parts: readonly DraftPart[]): EncodedSegment {
  const encoder = createSegmentEncoder()
  for (const part of parts) encoder.part(factsOf(part), rowsOf(part))
  const { starts, postings } = byTerm(terms.length, parts)
  let ordinals = new Uint32Array(4096)
  let frequencies = new Uint32Array(4096)
  for (const { number, bytes } of sortedTerms(terms, starts)) {
    encoder.term(bytes)
    const end = starts[number + 1]!
    for (let at = starts[number]!; at < end;) {
      const part = postings[at * width]!
      let title = 0
      let count = 0
      for (; at < end && postings[at * width] === part; at++) {
        const ordinal = postings[at * width + 1]!
        const frequency = postings[at * width + 2]!
        if (ordinal === inTitle) {
          title = frequency
          continue
        }
        if (count === ordinals.length) {
          ordinals = doubled(ordinals)
          frequencies = doubled(frequencies)
        }
        ordinals[count] = ordinal
        frequencies[count++] = frequency
      }
      encoder.entry({ part, title, count, ordinals, frequencies })
    }
  }
  return encoder.finish()
}

/** Numbers of a posting: part, ordinal of the message in it, frequency. */
const width = 3
/** Stands for the ordinal where title and name hold the term. */
const inTitle = 0xffff_ffff

/** All postings of the parts by term, those of a term by part: of term `t` from `starts[t]` to `starts[t + 1]`. */
function byTerm(
  terms: number,
  parts: readonly DraftPart[],
): { readonly starts: Uint32Array; readonly postings: Uint32Array } {
  const starts = new Uint32Array(terms + 1)
  for (const { chunks } of parts) {
    for (const { terms: held, starts: groups, title } of chunks) {
      for (let i = 0; i < held.length; i++) starts[held[i]! + 1]! += groups[i + 1]! - groups[i]!
      for (const [term] of title) starts[term + 1]!++
    }
  }
  for (let term = 0; term < terms; term++) starts[term + 1]! += starts[term]!
  const postings = new Uint32Array(starts[terms]! * width)
  const next = starts.slice()
  for (const [part, { chunks }] of parts.entries()) {
    let base = 0
    for (const { terms: held, starts: groups, messages, frequencies, title, entries } of chunks) {
      for (let i = 0; i < held.length; i++) {
        const term = held[i]!
        let to = next[term]! * width
        const end = groups[i + 1]!
        for (let posting = groups[i]!; posting < end; posting++) {
          postings[to++] = part
          postings[to++] = base + messages[posting]!
          postings[to++] = frequencies[posting]!
        }
        next[term] = to / width
      }
      for (const [term, frequency] of title) postings.set([part, inTitle, frequency], next[term]!++ * width)
      base += entries.length
    }
  }
  return { starts, postings }
}

function doubled(from: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(from.length * 2)
  to.set(from)
  return to
}

/** The terms that have postings, in ascending order of their UTF-8 bytes. */
function* sortedTerms(
  terms: readonly string[],
  starts: Uint32Array,
): Generator<{ readonly number: number; readonly bytes: Uint8Array }> {
  const used = new Uint32Array(terms.length)
  const keys = new Float64Array(terms.length)
  let count = 0
  for (let number = 0; number < terms.length; number++) {
    if (starts[number] === starts[number + 1]) continue
    used[count++] = number
    keys[number] = sortKey(terms[number]!)
  }
  const sorted = used.subarray(0, count).sort((a, b) => {
    return keys[a]! - keys[b]! || compareBytes(Buffer.from(terms[a]!), Buffer.from(terms[b]!))
  })
  for (const number of sorted) yield { number, bytes: Buffer.from(terms[number]!) }
}

/** The first six bytes of a term as a number. */
function sortKey(term: string): number {
  let key = 0
  for (let i = 0; i < 6; i++) {
    const code = i < term.length ? term.charCodeAt(i) : 0
    if (code > 127) {
      const bytes = Buffer.from(term)
      return [0, 1, 2, 3, 4, 5].reduce((sum, at) => sum * 256 + (bytes[at] ?? 0), 0)
    }
    key = key * 256 + code
  }
  return key
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
