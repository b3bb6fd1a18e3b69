import type { ConversationRecord, RecordMessage } from '../conversation/record.ts'
import { indexTerms } from './index-terms.ts'
import { RunKind, scanRuns } from './scan-runs.ts'
import { searchableMessage } from './searchable-message.ts'

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
}

interface RunEntry {
  readonly terms: Uint32Array
  readonly tokens: number
}

const cacheCapacity = 200_000

/** Turns records into postings. Terms are numbered across all records added, so a segment has one dictionary. */
export function createIndexBuilder(): IndexBuilder {
  const terms: string[] = []
  const numbers = new Map<string, number>()
  const runs = new Map<string, RunEntry>()
  // For each term number: the message last seen with it (a running count, never reused) and its posting there.
  let lastMessage = new Float64Array(1024)
  let lastPosting = new Uint32Array(1024)
  let messagesSeen = 0
  let postingTerm = new Uint32Array(4096)
  let postingMessage = new Uint32Array(4096)
  let postingFrequency = new Uint32Array(4096)
  let postings = 0

  function numberOf(term: string): number {
    const known = numbers.get(term)
    if (known !== undefined) return known
    const fresh = terms.length
    terms.push(term)
    numbers.set(term, fresh)
    if (fresh >= lastMessage.length) {
      lastMessage = grown(lastMessage, new Float64Array(fresh * 2))
      lastPosting = grown(lastPosting, new Uint32Array(fresh * 2))
    }
    return fresh
  }

  function entryOf(run: string, kind: RunKind): RunEntry {
    // A lone character and the same character inside a run are one term but count differently.
    const key = kind === RunKind.single ? '\0' + run : run
    const known = runs.get(key)
    if (known !== undefined) return known
    const found = indexTerms(run, kind)
    const fresh = { terms: Uint32Array.from(found.terms, numberOf), tokens: found.tokens }
    if (runs.size >= cacheCapacity) runs.clear()
    // A slice would keep the whole message alive.
    runs.set(key.length > 12 ? Buffer.from(key, 'utf16le').toString('utf16le') : key, fresh)
    return fresh
  }

  function addMessage(text: string, ordinal: number): number {
    let tokens = 0
    const stamp = ++messagesSeen
    scanRuns(text, (run, _start, _end, kind) => {
      const entry = entryOf(run, kind)
      tokens += entry.tokens
      for (let i = 0; i < entry.terms.length; i++) {
        const term = entry.terms[i] ?? 0
        if (lastMessage[term] === stamp) {
          const posting = lastPosting[term] ?? 0
          postingFrequency[posting] = (postingFrequency[posting] ?? 0) + 1
          continue
        }
        if (postings >= postingTerm.length) {
          postingTerm = grown(postingTerm, new Uint32Array(postings * 2))
          postingMessage = grown(postingMessage, new Uint32Array(postings * 2))
          postingFrequency = grown(postingFrequency, new Uint32Array(postings * 2))
        }
        lastMessage[term] = stamp
        lastPosting[term] = postings
        postingTerm[postings] = term
        postingMessage[postings] = ordinal
        postingFrequency[postings++] = 1
      }
    })
    return tokens
  }

  function chunkOf(
    record: ConversationRecord,
    ordinal: number,
    entries: readonly RecordMessage[],
  ): IndexChunk {
    postings = 0
    const tokens = Uint32Array.from(entries, (entry, index) => addMessage(entry.message.content, index))
    const grouped = groupByTerm(postingTerm, postingMessage, postingFrequency, postings)
    const removed = entries[0]?.state === 'removed'
    return {
      record,
      ordinal,
      removed,
      entries,
      tokens,
      ...grouped,
      title: ordinal === 0 ? titleTerms(record) : [],
    }
  }

  function titleTerms(record: ConversationRecord): readonly (readonly [number, number])[] {
    const title = countTerms(record.title)
    // A name made from the title must not count twice.
    for (const [term, count] of countTerms(record.name)) if (!title.has(term)) title.set(term, count)
    return [...title].map(([term, count]) => [numberOf(term), count])
  }

  return {
    terms,
    add(record) {
      const found = record.messages.filter((entry) => searchableMessage(entry, true))
      const kept = found.filter((entry) => entry.state !== 'removed')
      const removed = found.filter((entry) => entry.state === 'removed')
      const cut = [...(kept.length === 0 ? [[]] : cutIntoChunks(kept)), ...cutIntoChunks(removed)]
      return cut.map((entries, ordinal) => chunkOf(record, ordinal, entries))
    },
  }
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

function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  scanRuns(text, (run, _start, _end, kind) => {
    for (const term of indexTerms(run, kind).terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  })
  return counts
}

function groupByTerm(
  term: Uint32Array,
  message: Uint32Array,
  frequency: Uint32Array,
  count: number,
): Pick<IndexChunk, 'terms' | 'starts' | 'messages' | 'frequencies'> {
  // Sorting by (term, arrival) keeps messages ascending inside a group; both fit one exact double.
  const keys = new Float64Array(count)
  for (let i = 0; i < count; i++) keys[i] = (term[i] ?? 0) * count + i
  keys.sort()
  const terms: number[] = []
  const starts: number[] = []
  const messages = new Uint32Array(count)
  const frequencies = new Uint32Array(count)
  let previous = -1
  for (let i = 0; i < count; i++) {
    const key = keys[i] ?? 0
    const posting = key % count
    const number = (key - posting) / count
    if (number !== previous) {
      terms.push(number)
      starts.push(i)
      previous = number
    }
    messages[i] = message[posting] ?? 0
    frequencies[i] = frequency[posting] ?? 0
  }
  starts.push(count)
  return { terms: Uint32Array.from(terms), starts: Uint32Array.from(starts), messages, frequencies }
}

function grown<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}
