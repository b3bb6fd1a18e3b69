import { firstLetters } from './first-letters.ts'
import type { RunVisitor } from './scan-runs.ts'
import { RunKind, scanRuns } from './scan-runs.ts'
import { languageTerm, stemByLanguage, stemLanguages } from './stem-by-language.ts'
import type { WordForm } from './word-forms.ts'
import { wordForms } from './word-forms.ts'

/** Where a term stands in a text; offsets are UTF-16. */
export interface FoundTerm {
  readonly term: string
  readonly start: number
  readonly end: number
}

/** Words whose stems in other languages are remembered. */
const mostRead = 4096

/**
 * Finds every place where one of the terms (stems, exact forms, stems of another language, pairs of characters, single
 * characters) stands in a text, in order.
 */
export function termFinder(terms: ReadonlySet<string>): (text: string) => FoundTerm[] {
  const isOther = (term: string): boolean => /^[a-z]{2}:/.test(term)
  const all = [...terms]
  const mayMatch = firstLetters(
    all.filter((term) => !isOther(term)).map((term) => term.replace(/^=/, '')),
    all.filter(isOther).map((term) => term.slice(3)),
  )
  const languages = stemLanguages.filter((language) =>
    all.some((term) => term.startsWith(languageTerm('', language))),
  )
  const exacts = exactTermsOf(terms)
  // Nothing is remembered but stems of other languages, which cost much: a map that grows with each query is carried
  // through several collections.
  const read = new Map<string, string>()
  const languageTermOf = (exact: string): string | undefined => {
    let term = read.get(exact)
    if (term === undefined) {
      const stems = languages.map((language) => languageTerm(stemByLanguage(exact, language), language))
      term = stems.find((stem) => terms.has(stem)) ?? ''
      if (read.size >= mostRead) read.clear()
      read.set(exact, term)
    }
    return term === '' ? undefined : term
  }
  const termOf = ({ stem, exact }: WordForm): string | undefined => {
    if (terms.has(stem)) return stem
    return exacts?.get(exact) ?? (languages.length === 0 ? undefined : languageTermOf(exact))
  }
  const look =
    (found: FoundTerm[]): RunVisitor =>
    (source, from, to, kind, start, end) => {
      if (kind !== RunKind.word) {
        const term = source.slice(from, to)
        if (terms.has(term)) found.push({ term, start, end })
        return
      }
      if (!mayMatch(source, from, to)) return
      const { whole, parts } = wordForms(source.slice(from, to))
      const term = termOf(whole)
      if (term !== undefined) {
        found.push({ term, start, end })
        return
      }
      // Where the text is not in normal form, places inside the run are not known.
      const asWritten = end - start === to - from
      for (const part of parts) {
        const term = termOf(part)
        if (term === undefined) continue
        found.push(
          asWritten ? { term, start: start + part.start, end: start + part.end } : { term, start, end },
        )
      }
    }
  return (text) => {
    const found: FoundTerm[] = []
    scanRuns(text, look(found))
    return found
  }
}

/** The terms that are exact forms, by what they are the form of; undefined when none is. */
function exactTermsOf(terms: ReadonlySet<string>): ReadonlyMap<string, string> | undefined {
  const exact = [...terms].filter((term) => term.startsWith('='))
  return exact.length === 0 ? undefined : new Map(exact.map((term) => [term.slice(1), term]))
}
