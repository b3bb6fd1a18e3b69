import type { RunKind } from './scan-runs.ts'
import type { StemLanguage } from './stem-by-language.ts'
import { languageTerm, stemByLanguage } from './stem-by-language.ts'
import type { WordForm } from './word-forms.ts'
import { makeWordForms } from './word-forms.ts'

/** What a run adds to the index: its terms, each once, and how many tokens it counts for in lengths. */
export interface IndexTerms {
  readonly terms: readonly string[]
  readonly tokens: number
}

/** Term of the exact form of a word whose stem is another string; `=` keeps the two kinds apart. */
export function exactTerm(form: { readonly exact: string }): string {
  return '=' + form.exact
}

/**
 * Terms of a run reported by `scanRuns`: for a word the stems and exact forms of the whole and of its parts, in a
 * session of another language than English with their stems in that language.
 */
export function indexTerms(run: string, kind: RunKind, language?: StemLanguage): IndexTerms {
  // A single stands inside a run whose grams count already.
  if (kind !== 0) return { terms: [run], tokens: kind === 1 ? 1 : 0 }
  const { whole, parts } = makeWordForms(run)
  const terms: string[] = []
  addTerms(terms, whole, language)
  for (const part of parts) addTerms(terms, part, language)
  return { terms, tokens: Math.max(1, parts.length) }
}

function addTerms(terms: string[], { stem, exact }: WordForm, language: StemLanguage | undefined): void {
  addOnce(terms, stem)
  if (stem !== exact) addOnce(terms, exactTerm({ exact }))
  if (language !== undefined) addOnce(terms, languageTerm(stemByLanguage(exact, language), language))
}

function addOnce(terms: string[], term: string): void {
  if (!terms.includes(term)) terms.push(term)
}
