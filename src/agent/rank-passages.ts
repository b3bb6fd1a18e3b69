import { analyze } from '../search/analyze.ts'
import { stopWords } from '../search/stop-words.ts'
import type { Passage } from './summary-passages.ts'

/** Of more passages than this only the heaviest are looked at: words of all of them take seconds. */
const most = 5000
/** So many of the best are compared with each other. */
const candidates = 400
/** What a word that was said already still counts. */
const again = 0.3
/** A sentence that shares so much of its words with one that was taken says the same again. */
const same = 0.6
/** Where in the conversation something was said: the beginning sets the task, the end is where it stands. */
const early = 1.3
const late = 1.3

/**
 * Passages, best first: the sum of the idf of their words (those of search, over the passages' messages), divided by the
 * square root of their number so that long sentences do not win by length, times their weight and their place. Each that
 * was taken makes its words count less for those behind it (as in SumBasic, Nenkova and Vanderwende 2005); what says the
 * same again is left out.
 */
export function rankPassages(passages: readonly Passage[]): readonly Passage[] {
  const worded = heaviest(passages).map((passage) => ({ passage, stems: stemsOf(passage.text) }))
  const idf = inverseFrequencies(worded)
  const last = passages.reduce((most, { message }) => Math.max(most, message), 0)
  const scored = worded.map(({ passage, stems }) => {
    const place = passage.message <= last * 0.05 ? early : passage.message >= last * 0.8 ? late : 1
    const words = stems.map((stem) => ({ stem, idf: idf.get(stem) ?? 0 }))
    return { passage, words, factor: (passage.weight * place) / Math.sqrt(stems.length + 4) }
  })
  const value = ({ words, factor }: (typeof scored)[number], taken?: ReadonlySet<string>): number =>
    factor * words.reduce((sum, word) => sum + word.idf * (taken?.has(word.stem) ? again : 1), 0)
  const first = scored.map((each) => ({ each, score: value(each) }))
  first.sort((a, b) => b.score - a.score)
  const pool = first.slice(0, candidates).map(({ each }) => each)
  const ranked: Passage[] = []
  const taken = new Set<string>()
  const shown: ReadonlySet<string>[] = []
  while (pool.length > 0) {
    const scores = pool.map((each) => value(each, taken))
    const best = scores.reduce((at, score, i) => (score > (scores[at] ?? 0) ? i : at), 0)
    const [chosen] = pool.splice(best, 1)
    if (chosen === undefined) continue
    const stems = new Set(chosen.words.map(({ stem }) => stem))
    if (shown.some((other) => overlap(stems, other) >= same)) continue
    shown.push(stems)
    ranked.push(chosen.passage)
    for (const stem of stems) taken.add(stem)
  }
  return ranked
}

function heaviest(passages: readonly Passage[]): readonly Passage[] {
  return passages.length <= most ? passages : passages.toSorted((a, b) => b.weight - a.weight).slice(0, most)
}

/** Shared words as a share of all words of both; sentences without words share nothing. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const stem of a) if (b.has(stem)) shared++
  return shared / Math.max(1, a.size + b.size - shared)
}

function stemsOf(text: string): readonly string[] {
  const tokens = analyze(text).filter(({ exact }) => !stopWords.has(exact))
  return [...new Set(tokens.map(({ stem }) => stem))]
}

function inverseFrequencies(
  worded: readonly { readonly passage: Passage; readonly stems: readonly string[] }[],
): ReadonlyMap<string, number> {
  const messages = new Map<string, Set<number>>()
  for (const { passage, stems } of worded) {
    for (const stem of stems) {
      const places = messages.get(stem) ?? new Set<number>()
      messages.set(stem, places.add(passage.message))
    }
  }
  const all = new Set(worded.map(({ passage }) => passage.message)).size
  return new Map(
    [...messages].map(([stem, { size }]) => [stem, Math.log(1 + (all - size + 0.5) / (size + 0.5))]),
  )
}
