import type { ConversationRecord, RecordMessage } from '../conversation/record.ts'
import { echoTerm, languageMark } from './index-marks.ts'
import { indexTerms } from './index-terms.ts'
import { isEcho } from './is-echo.ts'
import { createRunTable } from './run-table.ts'
import type { RunKind } from './scan-runs.ts'
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
 * numbers are those of the builder. Postings are grouped by term in ascending term number; group `g` is
 * `postings[starts[g] .. starts[g + 1]]`.
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
  readonly terms: Uint32Array
  readonly starts: Uint32Array
  /** Ordinal in `entries`. */
  readonly messages: Uint32Array
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

/** Runs remembered with their terms; beyond it everything is forgotten and learnt again. */
const remembered = 400_000
/** Longer runs are keys and encoded data, which do not come again. */
const longestRemembered = 64

/** Turns records into postings. Terms are numbered across all records added, so a segment has one dictionary. */
export function createIndexBuilder(): IndexBuilder {
  const terms: string[] = []
  const numbers = new Map<string, number>()
  const runs = createRunTable()
  // Terms of run `r` are `runTerms[runStarts[r] .. runStarts[r + 1])`, the first number being how many tokens it is.
  let runStarts = new Uint32Array(1024)
  let runTerms = new Uint32Array(4096)
  // For each term: the message last seen with it (a running count), its posting there, and the chunk of that.
  let seen = new Uint32Array(3 * 4096)
  let messagesSeen = 0
  let chunksSeen = 0
  // For each posting of the chunk: message, frequency, and the posting before it of the same term plus one.
  let postings = new Uint32Array(3 * 4096)
  let postingCount = 0
  const chunkTerms: number[] = []
  let language: StemLanguage | undefined
  // Kinds of runs in this language: the same run has other terms in another.
  let dialect = 0

  function numberOf(term: string): number {
    const known = numbers.get(term)
    if (known !== undefined) return known
    const fresh = terms.length
    // A slice would keep the whole message alive.
    const kept = term.length > 12 ? Buffer.from(term, 'utf16le').toString('utf16le') : term
    terms.push(kept)
    numbers.set(kept, fresh)
    if (fresh * 3 + 3 > seen.length) seen = grown(seen)
    return fresh
  }

  function learn(source: string, from: number, to: number, kind: RunKind): number {
    if (runs.size >= remembered) runs.clear()
    const run = runs.add(source, from, to, kind + dialect)
    const found = indexTerms(source.slice(from, to), kind, language)
    if (run + 2 > runStarts.length) runStarts = grown(runStarts)
    const start = runStarts[run] ?? 0
    while (start + found.terms.length + 1 > runTerms.length) runTerms = grown(runTerms)
    runTerms[start] = found.tokens
    for (const [i, term] of found.terms.entries()) runTerms[start + 1 + i] = numberOf(term)
    runStarts[run + 1] = start + 1 + found.terms.length
    return run
  }

  function addPosting(term: number, ordinal: number): void {
    const at = term * 3
    if (seen[at] === messagesSeen) {
      const posting = (seen[at + 1] ?? 0) * 3
      postings[posting + 1] = (postings[posting + 1] ?? 0) + 1
      return
    }
    if (postingCount * 3 + 3 > postings.length) postings = grown(postings)
    let before = 0
    if (seen[at + 2] === chunksSeen) before = (seen[at + 1] ?? 0) + 1
    else chunkTerms.push(term)
    seen[at] = messagesSeen
    seen[at + 1] = postingCount
    seen[at + 2] = chunksSeen
    const posting = postingCount++ * 3
    postings[posting] = ordinal
    postings[posting + 1] = 1
    postings[posting + 2] = before
  }

  function addMessage(entry: RecordMessage, ordinal: number): number {
    let tokens = 0
    messagesSeen++
    if (isEcho(entry)) addPosting(numberOf(echoTerm), ordinal)
    scanRuns(entry.message.content, (source, from, to, kind) => {
      if (to - from > longestRemembered) {
        const found = indexTerms(source.slice(from, to), kind, language)
        tokens += found.tokens
        for (const term of found.terms) addPosting(numberOf(term), ordinal)
        return
      }
      let run = runs.find(source, from, to, kind + dialect)
      if (run < 0) run = learn(source, from, to, kind)
      const start = runStarts[run] ?? 0
      const end = runStarts[run + 1] ?? 0
      tokens += runTerms[start] ?? 0
      for (let i = start + 1; i < end; i++) addPosting(runTerms[i] ?? 0, ordinal)
    })
    return tokens
  }

  /** The postings of the chunk by ascending term; each term's are chained from its last to its first. */
  function grouped(): Pick<IndexChunk, 'terms' | 'starts' | 'messages' | 'frequencies'> {
    const sorted = Uint32Array.from(chunkTerms).sort()
    const starts = new Uint32Array(sorted.length + 1)
    const messages = new Uint32Array(postingCount)
    const frequencies = new Uint32Array(postingCount)
    let end = postingCount
    for (let group = sorted.length - 1; group >= 0; group--) {
      starts[group + 1] = end
      for (let link = (seen[(sorted[group] ?? 0) * 3 + 1] ?? 0) + 1; link > 0;) {
        const posting = (link - 1) * 3
        end--
        messages[end] = postings[posting] ?? 0
        frequencies[end] = postings[posting + 1] ?? 0
        link = postings[posting + 2] ?? 0
      }
    }
    return { terms: sorted, starts, messages, frequencies }
  }

  function chunkOf(
    record: ConversationRecord,
    ordinal: number,
    entries: readonly RecordMessage[],
    titled: boolean,
  ): IndexChunk {
    postingCount = 0
    chunkTerms.length = 0
    chunksSeen++
    const tokens = Uint32Array.from(entries, (entry, index) => addMessage(entry, index))
    const removed = entries[0]?.state === 'removed'
    return {
      record,
      ordinal,
      removed,
      entries,
      tokens,
      ...grouped(),
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
    return [...title].map(([term, count]) => [numberOf(term), count])
  }

  function* chunks(record: ConversationRecord, from: number): Generator<IndexChunk, void, undefined> {
    const spoken = sessionLanguage(record)
    language = stemLanguages.find((known) => known === spoken)
    dialect = 4 * (1 + stemLanguages.findIndex((known) => known === spoken))
    const found = record.messages.filter((entry) => searchableMessage(entry, true))
    const kept = found.filter((entry) => entry.state !== 'removed').slice(from)
    const removed = found.filter((entry) => entry.state === 'removed')
    const first = kept.length === 0 && from === 0 ? [[]] : cutIntoChunks(kept)
    for (const [ordinal, entries] of [...first, ...cutIntoChunks(removed)].entries())
      yield chunkOf(record, ordinal, entries, from === 0 && ordinal === 0)
  }

  return { terms, add: (record) => [...chunks(record, 0)], chunks }
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

function grown(from: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(from.length * 2)
  to.set(from)
  return to
}
