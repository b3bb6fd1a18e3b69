import { firstLetters } from './first-letters.ts'
import { exactTerm } from './index-terms.ts'
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

/** Runs whose terms are remembered. */
const mostRead = 4096

/** The terms that a run holds: the whole of it, or else parts of it. */
interface RunTerms {
  readonly whole: string | undefined
  readonly parts: readonly {
    readonly start: number
    readonly end: number
    readonly term: string | undefined
  }[]
}

/**
 * Finds every place where one of the terms (stems, exact forms, stems of another language, pairs of characters, single
 * characters) stands in a text, in order.
 */
export function termFinder(terms: ReadonlySet<string>): (text: string) => FoundTerm[] {
  const mayMatch = firstLetters(Array.from(terms, (term) => term.replace(/^(?:=|[a-z]{2}:)/, '')))
  const languages = stemLanguages.filter((language) =>
    [...terms].some((term) => term.startsWith(languageTerm('', language))),
  )
  const exact = [...terms].some((term) => term.startsWith('='))
  const termOf = (form: WordForm): string | undefined => {
    if (terms.has(form.stem)) return form.stem
    const other = exact ? exactTerm(form) : ''
    if (terms.has(other)) return other
    if (languages.length === 0) return undefined
    return languages
      .map((language) => languageTerm(stemByLanguage(form.exact, language), language))
      .find((term) => terms.has(term))
  }
  // Texts that are looked at together say the same words again and again, and stems cost much.
  const read = new Map<string, RunTerms>()
  const termsOf = (run: string): RunTerms => {
    const known = read.get(run)
    if (known !== undefined) return known
    const { whole, parts } = wordForms(run)
    const term = termOf(whole)
    const inside = term === undefined ? parts.map((part) => ({ ...part, term: termOf(part) })) : []
    const made = { whole: term, parts: inside.filter((part) => part.term !== undefined) }
    if (read.size >= mostRead) read.clear()
    read.set(run, made)
    return made
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
      const { whole: term, parts } = termsOf(source.slice(from, to))
      if (term !== undefined) {
        found.push({ term, start, end })
        return
      }
      // Where the text is not in normal form, places inside the run are not known.
      const asWritten = end - start === to - from
      for (const part of parts) {
        const { term } = part
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
