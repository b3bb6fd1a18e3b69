import type { RecordMessage } from '../conversation/record.ts'
import { echoTerm } from './index-marks.ts'
import { indexTerms } from './index-terms.ts'
import { isEcho } from './is-echo.ts'
import { createRunTable } from './run-table.ts'
import { asciiWord, RunKind, scanRuns } from './scan-runs.ts'
import type { StemLanguage } from './stem-by-language.ts'
import { stemLanguages } from './stem-by-language.ts'
import type { TermLists } from './term-lists.ts'
import { createTermLists } from './term-lists.ts'
import { createWordTable } from './word-table.ts'

/** Collects what messages say: a posting for each term of each message. Terms are numbered across all of them. */
export interface PostingCollector {
  /** Term of each term number, in order of first appearance. */
  readonly terms: readonly string[]
  numberOf(term: string): number
  /** Begins a chunk, of a session in a language that has stems of its own, or none. */
  begin(language: StemLanguage | undefined): void
  /** Adds a message; returns its length in tokens. */
  add(entry: RecordMessage): number
  /** Postings of the chunk so far. */
  readonly count: number
  /** Term and frequency of each posting of the chunk, message by message. */
  postings(): { readonly terms: Uint32Array; readonly frequencies: Uint32Array }
}

/** Runs remembered with their terms; beyond it everything is forgotten and learnt again. */
const remembered = 400_000
/** Longer runs are keys and encoded data, which do not come again. */
const longestRemembered = 64

/** Words that are looked up together. */
const batchSize = 1024
const utf8 = new TextEncoder()

/** Turns messages into postings, by way of runs whose terms it remembers. */
export function createPostingCollector(): PostingCollector {
  const terms: string[] = []
  const numbers = createRunTable()
  const runs = createRunTable()
  const words = createWordTable()
  const termsOfRuns = createTermLists()
  const termsOfWords = createTermLists()
  /** For each term the number of its last posting plus one; postings of all chunks are counted on. */
  let lastPostings = new Uint32Array(4096)
  /** Postings of chunks before, and of messages before. */
  let chunkStart = 0
  let messageStart = 0
  // Term and frequency of each posting of the chunk.
  let postingTerms = new Uint32Array(4096)
  let frequencies = new Uint32Array(4096)
  let postingCount = 0
  let tokens = 0
  let batchTerms = new Uint32Array(4096)
  let bytes = Buffer.alloc(2 ** 16)
  let view = new DataView(bytes.buffer)
  const batch = {
    from: new Int32Array(batchSize),
    to: new Int32Array(batchSize),
    numbers: new Int32Array(batchSize),
    firsts: new Int32Array(batchSize),
  }
  let language: StemLanguage | undefined
  // Kinds of runs in this language: the same run has other terms in another.
  let dialect = 0

  function numberOf(term: string): number {
    const known = numbers.find(term, 0, term.length, 0)
    if (known >= 0) return known
    if (terms.length === lastPostings.length) lastPostings = grown(lastPostings)
    terms.push(term)
    return numbers.add(term, 0, term.length, 0)
  }

  function learnRun(text: string, kind: RunKind): number {
    if (runs.size >= remembered) {
      runs.clear()
      termsOfRuns.clear()
    }
    const { terms: found, tokens } = indexTerms(text, kind, language)
    termsOfRuns.add(tokens, found.map(numberOf))
    return runs.add(text, 0, text.length, kind + dialect)
  }

  function learnWord(from: number, to: number): number {
    // The same word may stand twice in a batch.
    const known = words.findOne(view, from, to, dialect)
    if (known >= 0) return known
    const { terms: found, tokens } = indexTerms(bytes.toString('latin1', from, to), RunKind.word, language)
    termsOfWords.add(tokens, found.map(numberOf))
    return words.add(view, from, to, dialect)
  }

  function addPosting(term: number): void {
    const last = lastPostings[term]!
    if (last > messageStart) {
      frequencies[last - 1 - chunkStart]!++
      return
    }
    if (postingCount === postingTerms.length) {
      postingTerms = grown(postingTerms)
      frequencies = grown(frequencies)
    }
    postingTerms[postingCount] = term
    frequencies[postingCount++] = 1
    lastPostings[term] = chunkStart + postingCount
  }

  function addRun({ starts, numbers }: TermLists, run: number): void {
    const start = starts[run]!
    const end = starts[run + 1]!
    tokens += numbers[start]!
    for (let i = start + 1; i < end; i++) addPosting(numbers[i]!)
  }

  function addLongRun(text: string, kind: RunKind): void {
    const found = indexTerms(text, kind, language)
    tokens += found.tokens
    for (const term of found.terms) addPosting(numberOf(term))
  }

  function addText(text: string): void {
    scanRuns(text, (source, from, to, kind) => {
      if (to - from > longestRemembered) {
        addLongRun(ownCopy(source, from, to), kind)
        return
      }
      const run = runs.find(source, from, to, kind + dialect)
      addRun(termsOfRuns, run < 0 ? learnRun(ownCopy(source, from, to), kind) : run)
    })
  }

  /** The same for `bytes` up to `length`, which hold nothing beyond ASCII: most text there is. */
  function addAscii(length: number): void {
    const source = bytes
    source[length] = 0
    let count = 0
    for (let at = 0; at < length; at++) {
      if (asciiWord[source[at]!] === 0) continue
      const from = at
      do at++
      while (asciiWord[source[at]!] === 1)
      if (at - from > longestRemembered) {
        addBatch(count)
        count = 0
        addLongRun(source.toString('latin1', from, at), RunKind.word)
        continue
      }
      batch.from[count] = from
      batch.to[count++] = at
      if (count === batchSize) {
        addBatch(count)
        count = 0
      }
    }
    addBatch(count)
  }

  function addBatch(count: number): void {
    const { from, to, numbers } = batch
    if (words.size >= remembered) {
      words.clear()
      termsOfWords.clear()
    }
    words.find(view, batch, count, dialect)
    for (let i = 0; i < count; i++) if (numbers[i]! < 0) numbers[i] = learnWord(from[i]!, to[i]!)
    addRuns(count)
  }

  /** `addRun` of a batch, in steps whose looks at the memory do not wait for each other: a fifth quicker. */
  function addRuns(count: number): void {
    const { numbers: words, firsts } = batch
    const { starts, numbers } = termsOfWords
    for (let i = 0; i < count; i++) firsts[i] = starts[words[i]!]!
    let terms = 0
    for (let i = 0; i < count; i++) {
      const start = firsts[i]!
      const end = starts[words[i]! + 1]!
      tokens += numbers[start]!
      if (terms + end - start > batchTerms.length) batchTerms = grown(batchTerms)
      for (let j = start + 1; j < end; j++) batchTerms[terms++] = numbers[j]!
    }
    while (postingCount + terms > postingTerms.length) {
      postingTerms = grown(postingTerms)
      frequencies = grown(frequencies)
    }
    const [held, last, into, counts, before] = [
      batchTerms,
      lastPostings,
      postingTerms,
      frequencies,
      chunkStart,
    ]
    const since = messageStart
    let postings = postingCount
    for (let i = 0; i < terms; i++) {
      const term = held[i]!
      const posting = last[term]!
      if (posting > since) counts[posting - 1 - before]!++
      else {
        into[postings] = term
        counts[postings++] = 1
        last[term] = before + postings
      }
    }
    postingCount = postings
  }

  function addMessage(entry: RecordMessage): number {
    const { content } = entry.message
    tokens = 0
    messageStart = chunkStart + postingCount
    if (isEcho(entry)) addPosting(numberOf(echoTerm))
    if (content.length + 8 > bytes.length) {
      bytes = Buffer.alloc(content.length * 2 + 8)
      view = new DataView(bytes.buffer)
    }
    const { read, written } = utf8.encodeInto(content, bytes)
    if (read === content.length && written === read) addAscii(read)
    else addText(content)
    return tokens
  }

  return {
    terms,
    numberOf,
    begin(spoken) {
      language = spoken
      dialect = spoken === undefined ? 0 : 4 * (1 + stemLanguages.indexOf(spoken))
      chunkStart += postingCount
      postingCount = 0
      if (chunkStart > 2 ** 31) {
        lastPostings.fill(0)
        chunkStart = 0
      }
    },
    add: addMessage,
    get count() {
      return postingCount
    },
    postings: () => ({
      terms: postingTerms.slice(0, postingCount),
      frequencies: frequencies.slice(0, postingCount),
    }),
  }
}

/** A part of a text that does not keep the whole text alive. */
function ownCopy(source: string, from: number, to: number): string {
  const part = source.slice(from, to)
  return part.length > 12 ? Buffer.from(part, 'utf16le').toString('utf16le') : part
}

function grown(from: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(from.length * 2)
  to.set(from)
  return to
}
