import { framingWords } from './framing-words.ts'
import { exactTerm } from './index-terms.ts'
import type { QueryWord } from './parsed-query.ts'
import { stopWords } from './stop-words.ts'

/** A term a query asks for. */
export interface QueryTerm {
  readonly term: string
  readonly weight: number
  /** False for companions, which add to scores but are never asked for. */
  readonly main: boolean
  /** True when its weight is the full one: it decides tiers, matches and what is missing. */
  readonly weighty: boolean
  /** Index of the first typed word it belongs to. */
  readonly word: number
}

/** What ranking works on. */
export interface QueryTerms {
  readonly terms: readonly QueryTerm[]
  /** Terms that stand next to each other in the query, as pairs of indexes into `terms`. */
  readonly pairs: readonly (readonly [first: number, second: number])[]
  /** True when nothing but framing was typed ("what did we discuss?"), or nothing at all. */
  readonly framingOnly: boolean
}

/** Weight of stop and framing words beside any other word. */
const lightWeight = 0.2
/** Weight of the exact form beside its stem, as a share of the word's weight. */
const exactShare = 0.3
/** Weight of a whole identifier beside its parts. */
const wholeShare = 0.5

/** Distinct terms of the words of a query, in order, with their weights. */
export function queryTerms(words: readonly QueryWord[]): QueryTerms {
  const typed = words.flatMap((word) => word.tokens.map((token) => token.exact))
  const someWeighty = typed.some((exact) => !isLight(exact))
  const framingOnly = !someWeighty && (typed.length !== 1 ? typed.every(isLight) && hasFraming(typed) : false)
  const byTerm = new Map<string, number>()
  const terms: QueryTerm[] = []
  const pairs: [number, number][] = []
  const add = (term: string, weight: number, main: boolean, weighty: boolean, word: number): number => {
    const known = byTerm.get(term)
    if (known !== undefined) return known
    byTerm.set(term, terms.length)
    return terms.push({ term, weight, main, weighty, word }) - 1
  }
  let previous = -1
  for (const [index, word] of words.entries()) {
    for (const token of word.tokens) {
      const light = someWeighty && isLight(token.exact) && !word.required && !word.phrase
      const weight = light ? lightWeight : 1
      const current = add(token.stem, weight, true, !light, index)
      if (token.stem !== token.exact) add(exactTerm(token), weight * exactShare, false, false, index)
      if (token.whole !== undefined) add(token.whole.stem, weight * wholeShare, false, false, index)
      if (!light && previous >= 0 && previous !== current) pairs.push([previous, current])
      previous = light ? -1 : current
    }
  }
  return { terms, pairs, framingOnly: framingOnly || typed.length === 0 }
}

function hasFraming(typed: readonly string[]): boolean {
  return typed.some((exact) => framingWords.has(exact))
}

function isLight(exact: string): boolean {
  return stopWords.has(exact) || framingWords.has(exact)
}
