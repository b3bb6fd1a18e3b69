import { stemmer } from '@orama/stemmers/english'
import { irregularForms } from './irregular-forms.ts'

const capacity = 50_000
const stems = new Map<string, string>()

/**
 * English stem (Porter) of a folded word, irregular forms by their base; words of fewer than 3 letters, and words that
 * hold anything but a–z, are their own stem. Results are cached, at most 50,000 of them.
 */
export function stemWord(word: string): string {
  if (word.length < 3 || !isPlain(word)) return word
  const cached = stems.get(word)
  if (cached !== undefined) return cached
  const stem = stemmer(irregularForms.get(word) ?? word)
  if (stems.size >= capacity) stems.clear()
  stems.set(word, stem)
  return stem
}

function isPlain(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    if (code < 97 || code > 122) return false
  }
  return true
}
