import { firstLetters } from './first-letters.ts'
import { RunKind, scanRuns } from './scan-runs.ts'
import { wordForms } from './word-forms.ts'

/** Where a term stands in a text; offsets are UTF-16. */
export interface FoundTerm {
  readonly term: string
  readonly start: number
  readonly end: number
}

/** Every place where one of the terms (stems, pairs of characters, single characters) stands in a text, in order. */
export function findTerms(text: string, terms: ReadonlySet<string>): FoundTerm[] {
  const found: FoundTerm[] = []
  const mayMatch = firstLetters(terms)
  scanRuns(text, (source, from, to, kind, start, end) => {
    if (kind !== RunKind.word) {
      const term = source.slice(from, to)
      if (terms.has(term)) found.push({ term, start, end })
      return
    }
    if (!mayMatch(source, from, to)) return
    const { whole, parts } = wordForms(source.slice(from, to))
    if (terms.has(whole.stem)) {
      found.push({ term: whole.stem, start, end })
      return
    }
    // Where the text is not in normal form, places inside the run are not known.
    const asWritten = end - start === to - from
    for (const part of parts) {
      if (!terms.has(part.stem)) continue
      found.push(
        asWritten
          ? { term: part.stem, start: start + part.start, end: start + part.end }
          : { term: part.stem, start, end },
      )
    }
  })
  return found
}
