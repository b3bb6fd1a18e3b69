import { irregularForms } from './irregular-forms.ts'
import { stemWord } from './stem-word.ts'

/** A stem of so many letters has the first two of its words: no stemmer here changes more than the two last ones. */
const sureLength = 4

/**
 * A quick test of whether a run may be, or may contain, one of some terms: neither folding nor stemming changes a first
 * ASCII letter, nor the second one where the stem is not very short, so a plain run that begins with others cannot. Runs
 * with capitals inside and runs beyond ASCII always may.
 */
export function firstLetters(terms: Iterable<string>): (source: string, from: number, to: number) => boolean {
  const letters = new Uint8Array(128)
  // By the last six bits of both, which is enough to tell letters apart; what falls together passes.
  const pairs = new Uint8Array(64 * 64)
  const allow = (word: string, isSure: boolean): void => {
    const code = word.charCodeAt(0)
    if (!(code < 128)) return
    const second = word.charCodeAt(1)
    for (const first of [code, upperCase(code)]) {
      letters[first] = 1
      const row = (first & 63) * 64
      if (!isSure) pairs.fill(1, row, row + 64)
      else if (second < 128) pairs[row + (second & 63)] = 1
    }
  }
  for (const term of terms) {
    allow(term, term.length >= sureLength)
    for (const form of formsOf(term)) allow(form, true)
  }
  return (source, from, to) => {
    const first = source.charCodeAt(from)
    if (first >= 128) return true
    if (to - from === 1) return letters[first] === 1
    const second = source.charCodeAt(from + 1)
    if (second >= 128 || pairs[(first & 63) * 64 + (second & 63)] === 1) return true
    for (let at = from + 1; at < to; at++) {
      const code = source.charCodeAt(at)
      if (code >= 128 || (code >= 65 && code <= 90)) return true
    }
    return false
  }
}

/** Forms and their bases by first letter, which both share with the stem; stems of bases are made when asked for. */
let byLetter: Map<string, { readonly form: string; readonly base: string; stem?: string }[]> | undefined

/** The forms that have a stem only by their base (`bought`: `bui`). */
function formsOf(term: string): readonly string[] {
  if (byLetter === undefined) {
    byLetter = new Map()
    for (const [form, base] of irregularForms) {
      const letter = base.charAt(0)
      const known = byLetter.get(letter)
      if (known === undefined) byLetter.set(letter, [{ form, base }])
      else known.push({ form, base })
    }
  }
  const near = byLetter.get(term.charAt(0)) ?? []
  return near.filter((entry) => (entry.stem ??= stemWord(entry.base)) === term).map(({ form }) => form)
}

function upperCase(code: number): number {
  return code >= 97 && code <= 122 ? code - 32 : code
}
