import { similarWords } from '../../../commands/similar-words.ts'
import type { CompletionWord } from './completion.ts'

/**
 * The words that the beginning of one may mean, in their order. The first of these that any word fulfils decides: it
 * begins so; it, or what it is about, has that inside; it is spelt much like it (closest first); it has those letters
 * in that order. Case does not matter.
 */
export function matchWords(words: readonly CompletionWord[], typed: string): readonly CompletionWord[] {
  const low = typed.toLowerCase()
  const begins = words.filter(({ word }) => word.toLowerCase().startsWith(low))
  if (begins.length > 0) return begins
  const holds = words.filter(({ word, about }) =>
    [word, about].some((text) => text.toLowerCase().includes(low)),
  )
  if (holds.length > 0) return holds
  const near = similarWords(
    typed,
    words.map(({ word }) => word),
  )
  if (near.length > 0) return near.flatMap((name) => words.filter(({ word }) => word === name).slice(0, 1))
  return words.filter(({ word }) => hasInOrder(word.toLowerCase(), low))
}

/** Whether the letters stand in the word in their order; two are too few to mean something. */
function hasInOrder(word: string, letters: string): boolean {
  if (letters.length < 3) return false
  let at = -1
  for (const letter of letters) {
    at = word.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}
