import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { foldCharacters } from './fold-characters.ts'
import type { WordLanguage } from './language-words.ts'

/** Languages whose sessions are indexed by stems of their own, beside the English ones every session has. */
export type StemLanguage = Exclude<WordLanguage, 'en'>

const stemmers: Readonly<Record<StemLanguage, (word: string) => string>> = {
  // Without its accents an ending is no ending to Snowball; and -ões, -ães are plurals of -ão.
  pt: (word) =>
    foldCharacters(portuguese(word.replace(/c(?:oes|ao)$/, 'ção').replace(/(?:oes|aes|ao)$/, 'ão'))),
  es: spanish,
  fr: french,
  de: german,
  it: italian,
}

/** The languages in the order that numbers them. */
export const stemLanguages: readonly StemLanguage[] = Object.keys(stemmers) as StemLanguage[]

/**
 * Stem of a folded word in a language (Snowball; Portuguese plurals in -ões and -ães by their -ão first, which Snowball
 * keeps apart). Words of fewer than 3 letters, and words that hold anything but a–z, are their own stem.
 */
export function stemByLanguage(word: string, language: StemLanguage): string {
  return word.length >= 3 && word.length <= 32 && /^[a-z]+$/.test(word) ? stemmers[language](word) : word
}

/** The term under which words of a stem are indexed in sessions of a language; no other term holds a colon there. */
export function languageTerm(stem: string, language: StemLanguage): string {
  return `${language}:${stem}`
}
