import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { analyzerMark } from './analyzer-mark.ts'
import { blockSize, sealBlock } from './block.ts'
import { createByteWriter } from './bytes.ts'
import { createDictionaryWriter } from './dictionary-writer.ts'
import type { TermStreams } from './encode-term.ts'
import type { MessageRows } from './message-rows.ts'
import { encodeRows } from './message-rows.ts'
import type { PartFacts } from './part-facts.ts'
import { encodeFacts } from './part-facts.ts'

/** Segments of this format are written and read; others are rebuilt. */
export const segmentFormat = 2
export const segmentMagic = 'chatseg1'

/** Sections in the order they stand in, each with its length in bytes. */
export const sectionNames = ['postings', 'rows', 'dictionary', 'sparse', 'rowLengths', 'facts'] as const
export type SectionName = (typeof sectionNames)[number]

/** What the end of a segment says of the rest. */
export interface SegmentFooter {
  readonly format: number
  readonly sections: Readonly<Record<SectionName, number>>
  readonly parts: number
  readonly terms: number
  /** `analyzerMark` of the program that made it. */
  readonly analyzer?: string
}

export interface SegmentEncoder {
  /** Adds a part; parts are numbered from 0. */
  part(facts: PartFacts, rows: MessageRows): void
  /** The same with rows as they stand in another segment. */
  copyPart(facts: PartFacts, rows: Uint8Array): void
  /** Adds the term that is the first `length` bytes, with its streams, in ascending order of UTF-8 bytes. */
  term(bytes: Uint8Array, length: number, streams: TermStreams): void
  /** The whole file, and the name that its content gives it. */
  finish(): EncodedSegment
}

export interface EncodedSegment {
  readonly name: string
  readonly bytes: Uint8Array
}

export function createSegmentEncoder(): SegmentEncoder {
  const postings = createByteWriter(2 ** 20)
  const rows = createByteWriter(2 ** 16)
  const rowLengths = createByteWriter()
  const dictionary = createDictionaryWriter()
  const parts: PartFacts[] = []
  return {
    part(facts, table) {
      parts.push(facts)
      const before = rows.length
      encodeRows(rows, table)
      rowLengths.varint(rows.length - before)
    },
    copyPart(facts, table) {
      parts.push(facts)
      rows.raw(table)
      rowLengths.varint(table.length)
    },
    term(bytes, length, streams) {
      dictionary.add(bytes, length, streams, postings.length)
      if (streams.isSingle) return
      postings.raw(streams.sessions, 0, streams.sessionBytes)
      postings.raw(streams.messages, 0, streams.messageBytes)
    },
    finish() {
      const { blocks, sparse, terms } = dictionary.finish()
      const facts = createByteWriter()
      encodeFacts(facts, parts)
      const sections = {
        postings: postings.view(),
        rows: rows.view(),
        dictionary: blocks,
        sparse,
        rowLengths: rowLengths.view(),
        facts: facts.view(),
      }
      const lengths = Object.fromEntries(sectionNames.map((name) => [name, sections[name].length]))
      const footer: SegmentFooter = {
        format: segmentFormat,
        sections: lengths as SegmentFooter['sections'],
        parts: parts.length,
        terms,
        analyzer: analyzerMark(),
      }
      return seal(
        sectionNames.map((name) => sections[name]),
        footer,
      )
    },
  }
}

/** Cuts the sections into blocks and puts the footer behind: its JSON, its length, its CRC-32, the magic. */
function seal(sections: readonly Uint8Array[], footer: SegmentFooter): EncodedSegment {
  const file = createByteWriter(Math.ceil(sections.reduce((sum, { length }) => sum + length, 4096) * 1.001))
  const block = Buffer.allocUnsafe(blockSize)
  let filled = 0
  let number = 0
  const flush = (): void => {
    file.raw(sealBlock(number++, block.subarray(0, filled)))
    filled = 0
  }
  for (const section of sections) {
    for (let at = 0; at < section.length;) {
      const piece = section.subarray(at, at + blockSize - filled)
      block.set(piece, filled)
      filled += piece.length
      at += piece.length
      if (filled === blockSize) flush()
    }
  }
  if (filled > 0) flush()
  const json = Buffer.from(JSON.stringify(footer))
  file.raw(json)
  file.u32(json.length)
  file.u32(crc32(json))
  file.raw(Buffer.from(segmentMagic))
  const bytes = file.view()
  return { name: segmentName(bytes), bytes }
}

/** The name a file of these bytes has: it changes with every byte. */
export function segmentName(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex').slice(0, 24)
}
