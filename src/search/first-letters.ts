import { irregularForms } from './irregular-forms.ts'
import { stemWord } from './stem-word.ts'

/**
 * How many of the last letters of a stem a stemmer may have changed, the English one and those of other languages: the
 * letters before stand in each of its words.
 */
const unsure = { english: 1, other: 2 } as const
/** What a pair of first letters tells. */
const told = { no: 0, may: 1, dependsOnMore: 2 } as const

/**
 * A quick test of whether a run may be, or may contain, one of some terms: neither folding nor stemming changes a first
 * ASCII letter, nor those that stand well before the end of a stem, so a plain run that begins with others cannot, and
 * neither can one whose parts, each of which begins with a capital, do. Runs beyond ASCII always may.
 *
 * @param others stems of other languages than English
 */
export function firstLetters(
  terms: Iterable<string>,
  others: Iterable<string> = [],
): (source: string, from: number, to: number) => boolean {
  const letters = new Uint8Array(128)
  // By the last six bits of both: a letter and a digit may fall together, which costs a closer look now and then.
  const pairs = new Uint8Array(64 * 64)
  const beginnings: string[] = []
  /** @param sure how many letters the words that have it begin with */
  const allow = (word: string, sure: number): void => {
    const first = word.charCodeAt(0)
    if (!(first < 128)) return
    letters[first] = 1
    const second = word.charCodeAt(1)
    const row = (first & 63) * 64
    if (sure < 2) pairs.fill(told.may, row, row + 64)
    else if (second < 128) {
      const pair = row + (second & 63)
      if (sure === 2) pairs[pair] = told.may
      else if (pairs[pair] === told.no) pairs[pair] = told.dependsOnMore
    }
    if (sure > 2) beginnings.push(word.slice(0, sure))
  }
  for (const term of terms) {
    allow(term, term.length - unsure.english)
    for (const form of formsOf(term)) allow(form, form.length)
  }
  for (const term of others) allow(term, term.length - unsure.other)
  const beginsRight = (source: string, from: number, to: number): boolean => {
    for (const beginning of beginnings) {
      const { length } = beginning
      if (to - from < length) continue
      let at = 0
      while (at < length && lowerCase(source.charCodeAt(from + at)) === beginning.charCodeAt(at)) at++
      if (at === length) return true
    }
    return false
  }
  const mayBegin = (source: string, from: number, to: number): boolean => {
    const first = lowerCase(source.charCodeAt(from))
    if (first >= 128) return true
    if (letters[first] === 0) return false
    if (to - from === 1) return true
    const second = lowerCase(source.charCodeAt(from + 1))
    if (second >= 128) return true
    const pair = pairs[(first & 63) * 64 + (second & 63)]
    return pair === told.may || (pair === told.dependsOnMore && beginsRight(source, from, to))
  }
  return (source, from, to) => {
    if (mayBegin(source, from, to)) return true
    for (let at = from + 1; at < to; at++) {
      const code = source.charCodeAt(at)
      if (code >= 128 || (code >= 65 && code <= 90 && mayBegin(source, at, to))) return true
    }
    return false
  }
}

/**
 * With what every plain word that has a term begins, in lower case: each of its words begins with one of these. Not for
 * text beyond ASCII.
 */
export function beginningsOf(term: string): readonly string[] {
  return [
    /^[a-z]+$/.test(term) ? term.slice(0, Math.max(1, term.length - unsure.english)) : term,
    ...formsOf(term),
  ]
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

function lowerCase(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code
}
