import { framingWords } from './framing-words.ts'
import { exactTerm } from './index-terms.ts'
import { lightWords } from './light-words.ts'
import type { QueryWord } from './parsed-query.ts'
import { rankingConstants } from './ranking-constants.ts'

/** A term a query asks for. */
export interface QueryTerm {
  readonly term: string
  readonly weight: number
  /** False for companions, which add to scores but are never asked for. */
  readonly main: boolean
  /** True when its weight is the full one: it decides tiers, matches and what is missing. */
  readonly weighty: boolean
  /** True when a session without it is no answer. */
  readonly required: boolean
  /** Whether it is written like a name, or is a part of one. */
  readonly name: 'no' | 'part' | 'whole'
  /** True when it is read for a word that nobody wrote. */
  readonly mended: boolean
  /** Index of the first typed word it belongs to. */
  readonly word: number
}

/** What ranking works on. */
export interface QueryTerms {
  readonly terms: readonly QueryTerm[]
  /** Terms that stand next to each other in the query, as pairs of indexes into `terms`. */
  readonly pairs: readonly (readonly [first: number, second: number])[]
  /** Words written together of several parts, as they stand in a text, in lower case, with the terms of their parts. */
  readonly literals: readonly { readonly text: string; readonly terms: readonly number[] }[]
  /** True when any word is enough to be an answer. */
  readonly either?: boolean
  /** True when nothing but framing was typed ("what did we discuss?"), or nothing at all. */
  readonly framingOnly: boolean
}

/** Distinct terms of the words of a query, in order, with their weights. */
export function queryTerms(words: readonly QueryWord[]): QueryTerms {
  const isLight = lightWords(words.map((word) => word.typed).join(' '))
  const lights = words.map((word) => lightTokens(word, isLight))
  const typed = words.flatMap((word) => word.tokens.map((token) => token.exact))
  const someWeighty = words.some((word, i) =>
    word.tokens.some((token) => lights[i]?.has(token.exact) !== true),
  )
  const byTerm = new Map<string, number>()
  const terms: QueryTerm[] = []
  const pairs: [number, number][] = []
  const literals: { text: string; terms: readonly number[] }[] = []
  const add = (fresh: QueryTerm): number => {
    const at = byTerm.get(fresh.term) ?? terms.length
    const known = terms[at]
    byTerm.set(fresh.term, at)
    terms[at] = known === undefined ? fresh : merged(known, fresh)
    return at
  }
  let previous = -1
  for (const [index, word] of words.entries()) {
    const name = isName(words, index)
    const parts: number[] = []
    for (const [place, token] of word.tokens.entries()) {
      const light = someWeighty && lights[index]?.has(token.exact) === true && !word.required && !word.phrase
      const weight = light ? rankingConstants.lightWeight : weightOf(word, name)
      const required = word.required || word.phrase
      const companion: Omit<QueryTerm, 'term' | 'weight'> = {
        main: false,
        weighty: false,
        required: false,
        name: 'no',
        mended: false,
        word: index,
      }
      const open = word.prefix && place === word.tokens.length - 1
      const current = add({
        term: open ? token.exact + '*' : token.stem,
        weight,
        main: true,
        weighty: !light,
        required,
        name: !name ? 'no' : word.tokens.length > 1 ? 'part' : 'whole',
        mended: word.corrected !== undefined,
        word: index,
      })
      parts.push(current)
      if (token.stem !== token.exact && !open)
        add({ term: exactTerm(token), weight: weight * rankingConstants.exactShare, ...companion })
      if (token.whole !== undefined)
        add({ term: token.whole.stem, weight: weight * rankingConstants.wholeShare, ...companion })
      if (!light && !open && previous >= 0 && previous !== current) pairs.push([previous, current])
      previous = light || open ? -1 : current
    }
    if (isLiteral(word)) literals.push({ text: trimmed(word.typed).toLowerCase(), terms: parts })
  }
  const plain = words.every((word) => !word.required && !word.phrase)
  const onlyFraming =
    !someWeighty && plain && typed.length > 1 && typed.some((exact) => framingWords.has(exact))
  return { terms, pairs, literals, framingOnly: onlyFraming || typed.length === 0 }
}

/** A name with punctuation or capitals inside, not a run of a script without spaces. */
function isLiteral(word: QueryWord): boolean {
  return word.tokens.length > 1 && !word.phrase && !word.prefix && !/[^\u0000-\u024f]/.test(word.typed)
}

function trimmed(typed: string): string {
  return typed.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}

function weightOf(word: QueryWord, name: boolean): number {
  if (word.corrected !== undefined) return rankingConstants.mendedWeight
  return name ? rankingConstants.nameWeight : 1
}

/** A capital that is not there because a second sentence begins. At the beginning of the query it may well be a name. */
function isName(words: readonly QueryWord[], index: number): boolean {
  const word = words[index]
  const before = words[index - 1]
  if (word === undefined || word.phrase) return false
  return /^\W*\p{Lu}\p{L}*\p{Ll}/u.test(word.typed) && !/[.!?:]["')]*$/.test(before?.typed ?? '')
}

function merged(a: QueryTerm, b: QueryTerm): QueryTerm {
  return {
    term: a.term,
    weight: Math.max(a.weight, b.weight),
    main: a.main || b.main,
    weighty: a.weighty || b.weighty,
    required: a.required || b.required,
    name: a.name === 'no' ? b.name : a.name,
    mended: a.mended && b.mended,
    word: a.main || !b.main ? a.word : b.word,
  }
}

/** Tokens of a word that are stop or framing words. A name made of them (`session-recall`) is neither. */
function lightTokens(word: QueryWord, isLight: (exact: string) => boolean): ReadonlySet<string> {
  const light = word.tokens.map((token) => token.exact).filter(isLight)
  const spaceless = /[\p{Script=Han}\p{Script=Hiragana}]/u.test(word.typed)
  const joined =
    word.tokens.length > 1 && light.length === word.tokens.length && !spaceless && !/['’]/.test(word.typed)
  return new Set(joined ? [] : light)
}
