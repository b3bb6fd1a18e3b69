import type { Token } from './analyze.ts'
import { analyze } from './analyze.ts'
import type { TermGroups } from './grouped-index.ts'
import { groupedIndex } from './grouped-index.ts'
import { languageMark } from './index-marks.ts'
import { exactTerm } from './index-terms.ts'
import { limitTerms } from './limit-terms.ts'
import { mendWord } from './mend-word.ts'
import type { ParsedQuery, QueryWord } from './parsed-query.ts'
import type { QueryTerms } from './query-terms.ts'
import { queryTerms } from './query-terms.ts'
import type { SearchIndex } from './search-index.ts'
import { languageTerm, stemByLanguage, stemLanguages } from './stem-by-language.ts'

/** A query as a store reads it. */
export interface UnderstoodQuery {
  readonly parsed: ParsedQuery
  readonly terms: QueryTerms
  /** The store, in which each term is found by every form it has there. */
  readonly index: SearchIndex
  /** The entries of the store behind the terms that have more than one. */
  readonly groups: TermGroups
}

/** Words of one beginning that are looked for, by their letters. */
const mostForms = 300
/** Misspelt words that are mended; a text with more is no question. */
const mostMended = 8

/** Reads a query by what is in a store: mends words nobody wrote, and gives each term the forms it has in the languages there. */
export function understandQuery(index: SearchIndex, query: ParsedQuery): UnderstoodQuery {
  const languages = stemLanguages.filter(
    (language) => index.sessionStream(languageMark(language)).sessions.length > 0,
  )
  const formsOf = (token: Token): readonly string[] => [
    token.stem,
    ...languages.map((language) => languageTerm(stemByLanguage(token.exact, language), language)),
  ]
  const isKnown = (token: Token): boolean =>
    [...formsOf(token), ...(token.whole === undefined ? [] : [token.whole.stem])].some(
      (form) => index.sessionStream(form).sessions.length > 0,
    )
  let mended = 0
  const mend = (word: QueryWord): QueryWord => {
    const [token] = word.tokens
    if (token === undefined || word.tokens.length > 1 || word.phrase || word.prefix || isKnown(token))
      return word
    if (mended >= mostMended) return word
    const meant = mendWord(index, token.exact)
    if (meant === undefined) return word
    mended++
    return { ...word, tokens: analyze(meant), corrected: meant }
  }
  const parsed = { ...query, words: query.words.map(mend) }
  const groups = new Map<string, readonly string[]>()
  for (const word of parsed.words) {
    for (const [place, token] of word.tokens.entries()) {
      if (word.prefix && place === word.tokens.length - 1)
        groups.set(token.exact + '*', wordsWith(index, token.exact))
      else if (languages.length > 0)
        groups.set(token.stem, [...new Set([...(groups.get(token.stem) ?? []), ...formsOf(token)])])
    }
  }
  const grouped = groupedIndex(index, groups)
  return {
    parsed,
    terms: { ...limitTerms(grouped, queryTerms(parsed.words)), either: query.either },
    index: grouped,
    groups,
  }
}

/** Entries of the words that begin like a folded one. */
function wordsWith(index: SearchIndex, beginning: string): readonly string[] {
  if (index.terms === undefined) return [beginning]
  const words = [...index.terms(beginning)].filter((term) => !term.includes(':'))
  const exact = [...index.terms(exactTerm({ exact: beginning }))]
  return [...new Set([...words, ...exact])].sort().slice(0, mostForms)
}
