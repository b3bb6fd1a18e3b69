import { foldCharacters } from '../../search/fold-characters.ts'
import { lightWords } from '../../search/light-words.ts'
import { taskWords } from './task-words.ts'

/** Words of a query, and characters of each text that are looked at. */
const mostWords = 20
const mostText = 4000

const word = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_.@/-]*[\p{L}\p{N}\p{M}])?/gu
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/**
 * The words that say what is talked about: those of what is said now, in their order, then those that stand at least
 * twice in what was said just before. Small words, and words of any task, say nothing.
 */
export function keywordsOf(said: string, before: readonly string[] = []): readonly string[] {
  const found = new Map<string, string>()
  for (const [folded, typed] of wordsOf(said)) if (!found.has(folded)) found.set(folded, typed)
  const counts = new Map<string, { readonly typed: string; count: number }>()
  for (const text of before) {
    for (const [folded, typed] of wordsOf(text)) {
      const known = counts.get(folded)
      if (known === undefined) counts.set(folded, { typed, count: 1 })
      else known.count++
    }
  }
  const often = [...counts].filter(([, { count }]) => count > 1).toSorted(([, a], [, b]) => b.count - a.count)
  for (const [folded, { typed }] of often) if (!found.has(folded)) found.set(folded, typed)
  return [...found.values()].slice(0, mostWords)
}

function* wordsOf(text: string): Iterable<readonly [folded: string, typed: string]> {
  const looked = text.slice(0, mostText)
  const isLight = lightWords(looked)
  for (const [typed] of looked.matchAll(word)) {
    const folded = foldCharacters(typed)
    if (isLight(folded) || taskWords.has(folded)) continue
    if (/^\d{1,3}$|^\d[\d.:tz/-]*\.\d+z$/.test(folded) || (folded.length < 3 && !spaceless.test(folded)))
      continue
    yield [folded, typed]
  }
}
