import type { ConversationRecord, RecordMessage } from '../conversation/record.ts'
import { languageMark } from './index-marks.ts'
import { indexTerms } from './index-terms.ts'
import { createPostingCollector } from './posting-collector.ts'
import { scanRuns } from './scan-runs.ts'
import { searchableMessage } from './searchable-message.ts'
import { sessionLanguage } from './session-language.ts'
import type { StemLanguage } from './stem-by-language.ts'
import { stemLanguages } from './stem-by-language.ts'

/** Limits of a chunk: messages, and UTF-16 code units of their text. */
export const chunkLimits: { readonly messages: number; readonly text: number } = {
  messages: 1000,
  text: 256 * 1024,
}

/**
 * Postings of a stretch of one record, so that appending to a marathon session touches its last chunk only. Term
 * numbers are those of the builder. A posting is a term that an entry holds; those of entry `i` are
 * `ends[i - 1] .. ends[i]` (from 0 for the first entry), each term once, in no order.
 */
export interface IndexChunk {
  readonly record: ConversationRecord
  /** 0 for the first chunk of a record. */
  readonly ordinal: number
  /** True when its messages were removed by a hand edit; those are kept in chunks of their own. */
  readonly removed: boolean
  readonly entries: readonly RecordMessage[]
  /** Length of each entry in tokens. */
  readonly tokens: Uint32Array
  readonly ends: Uint32Array
  readonly terms: Uint32Array
  readonly frequencies: Uint32Array
  /** Terms of title and name with their frequency, in the first chunk only. */
  readonly title: readonly (readonly [term: number, frequency: number])[]
}

export interface IndexBuilder {
  /** Term of each term number, in order of first appearance. */
  readonly terms: readonly string[]
  /** Chunks of a record: at least one, which may be empty (its title can be found). */
  add(record: ConversationRecord): readonly IndexChunk[]
  /** The same one by one, behind the first `from` messages that can be found; the title goes with those. */
  chunks(record: ConversationRecord, from: number): Generator<IndexChunk, void, undefined>
}

/** Turns records into postings. Terms are numbered across all records added, so a segment has one dictionary. */
export function createIndexBuilder(): IndexBuilder {
  const collector = createPostingCollector()
  let language: StemLanguage | undefined

  function chunkOf(
    record: ConversationRecord,
    ordinal: number,
    entries: readonly RecordMessage[],
    titled: boolean,
  ): IndexChunk {
    collector.begin(language)
    const tokens = new Uint32Array(entries.length)
    const ends = new Uint32Array(entries.length)
    for (const [i, entry] of entries.entries()) {
      tokens[i] = collector.add(entry)
      ends[i] = collector.count
    }
    return {
      record,
      ordinal,
      removed: entries[0]?.state === 'removed',
      entries,
      tokens,
      ends,
      ...collector.postings(),
      title: titled ? titleTerms(record) : [],
    }
  }

  function titleTerms(record: ConversationRecord): readonly (readonly [number, number])[] {
    const title = countTerms(record.title, language)
    // A name made from the title must not count twice.
    for (const [term, count] of countTerms(record.name, language))
      if (!title.has(term)) title.set(term, count)
    const mark = sessionLanguage(record)
    if (mark !== undefined) title.set(languageMark(mark), 1)
    return [...title].map(([term, count]) => [collector.numberOf(term), count])
  }

  function* chunks(record: ConversationRecord, from: number): Generator<IndexChunk, void, undefined> {
    const spoken = sessionLanguage(record)
    language = stemLanguages.find((known) => known === spoken)
    const found = record.messages.filter((entry) => searchableMessage(entry, true))
    const kept = found.filter((entry) => entry.state !== 'removed').slice(from)
    const removed = found.filter((entry) => entry.state === 'removed')
    const first = kept.length === 0 && from === 0 ? [[]] : cutIntoChunks(kept)
    for (const [ordinal, entries] of [...first, ...cutIntoChunks(removed)].entries())
      yield chunkOf(record, ordinal, entries, from === 0 && ordinal === 0)
  }

  return { terms: collector.terms, add: (record) => [...chunks(record, 0)], chunks }
}

function cutIntoChunks(entries: readonly RecordMessage[]): readonly (readonly RecordMessage[])[] {
  const chunks: RecordMessage[][] = []
  let current: RecordMessage[] = []
  let text = 0
  for (const entry of entries) {
    const length = entry.message.content.length
    if (current.length > 0 && (current.length >= chunkLimits.messages || text + length > chunkLimits.text)) {
      chunks.push(current)
      current = []
      text = 0
    }
    current.push(entry)
    text += length
  }
  if (current.length > 0) chunks.push(current)
  return chunks
}

function countTerms(text: string, language: StemLanguage | undefined): Map<string, number> {
  const counts = new Map<string, number>()
  scanRuns(text, (source, from, to, kind) => {
    for (const term of indexTerms(source.slice(from, to), kind, language).terms)
      counts.set(term, (counts.get(term) ?? 0) + 1)
  })
  return counts
}
