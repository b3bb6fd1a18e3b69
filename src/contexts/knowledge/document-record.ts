import { crc32 } from 'node:zlib'
import type { ConversationRecord, MessageLocation, RecordMessage } from '../../conversation/record.ts'
import type { Passage } from './cut-passages.ts'
import { type KnowledgeDocument, passagesOf, titleOf } from './knowledge-document.ts'

/**
 * A document as the search index reads it: a session whose messages are its passages. Its name is findable like the name
 * of a session, and each passage by what it stands under.
 */
export function documentRecord(document: KnowledgeDocument): ConversationRecord {
  const { source } = document
  const passages = passagesOf(document)
  const locate = locator(document)
  return {
    name: source,
    id: source,
    // Forks of one conversation are shown once; documents are not forks.
    family: source,
    title: titleOf(document),
    machine: false,
    private: false,
    source: undefined,
    createdAt: 0,
    updatedAt: 0,
    damage: [],
    messages: passages.map((passage, position): RecordMessage => {
      const location = locate(passage)
      return {
        position,
        message: { role: 'user', content: indexedText(source, passage) },
        state: 'live',
        turn: '',
        at: undefined,
        approximate: false,
        derived: false,
        ...(location === undefined ? {} : { location }),
      }
    }),
  }
}

/** What a passage is found by: where it is, what it stands under, and what it says. */
function indexedText(source: string, { headings, above, text }: Passage): string {
  return [source, ...headings.slice(0, above), text].join('\n')
}

/** Finds the bytes of passages, which are to be asked for in order. */
function locator({
  source,
  text,
  bytes,
}: KnowledgeDocument): (passage: Passage) => MessageLocation | undefined {
  // What is no UTF-8 has no places.
  if (bytes === undefined || text.includes('\uFFFD')) return () => undefined
  const isAscii = bytes.length === text.length
  let known = { at: 0, byte: 0 }
  const byteAt = (at: number): number => {
    if (isAscii) return at
    const from = at >= known.at ? known : { at: 0, byte: 0 }
    return from.byte + Buffer.byteLength(text.slice(from.at, at))
  }
  return ({ start, end }) => {
    known = { at: start, byte: byteAt(start) }
    const offset = known.byte
    const length = byteAt(end) - offset
    return { path: source, offset, length, crc: crc32(bytes.subarray(offset, offset + length)) }
  }
}
