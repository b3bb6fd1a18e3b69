import { englishStem } from './english-stem.ts'
import { irregularForms } from './irregular-forms.ts'

/**
 * English stem (Porter) of a folded word, irregular forms by their base; words of fewer than 3 letters, and words that
 * hold anything but a–z, are their own stem.
 */
export function stemWord(word: string): string {
  return word.length >= 3 && isPlain(word) ? englishStem(irregularForms.get(word) ?? word) : word
}

function isPlain(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    if (code < 97 || code > 122) return false
  }
  return true
}
