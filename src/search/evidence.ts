import type { QueryTerm } from './query-terms.ts'

/**
 * How much a word counts when it is decided whether a session is an answer at all. Every word counts one more than its
 * idf: in a store of three sessions a word that all of them hold is no less of an answer. Small words count half. A word
 * that nobody ever wrote is more often than not what the question was about, and counts twice; a name counts five times,
 * known or not; but numbers, dates and pairs of characters are nowhere for no reason. Chosen on the tuning set and the
 * samples, see docs/search.md.
 */
const factors = { light: 0.5, name: 5, unknown: 2, insignificant: 0.5, mended: 0.5 } as const
/** Least shares: of a query with a weighty word that is nowhere, and of any other. */
const least = { someUnknown: 0.245, allKnown: 0.15 } as const

const numberOrPair = /^(?:\d{1,4}|[^\p{ASCII}]{1,2})$/u
const calendar = new Set(
  (
    'januari februari march april mai june juli august septemb octob novemb decemb mondai tuesdai wednesdai thursdai ' +
    'fridai saturdai sundai'
  ).split(' '),
)

/** What a term adds to the evidence asked for, and what a session that holds it has of that. */
export interface Evidence {
  readonly asked: number
  readonly held: number
}

/** Evidence of a term with an idf over sessions, which `known` says is anywhere. */
export function evidenceOf(term: QueryTerm, idf: number, known: boolean): Evidence {
  const plain = term.weight * (1 + idf)
  if (term.mended) return { asked: plain * factors.unknown, held: plain * factors.mended }
  const asked = plain * factorOf(term, known)
  return { asked, held: asked }
}

function factorOf(term: QueryTerm, known: boolean): number {
  if (!term.weighty) return factors.light
  if (known) return term.name === 'whole' ? factors.name : 1
  if (numberOrPair.test(term.term) || calendar.has(term.term)) return factors.insignificant
  return term.name === 'no' ? factors.unknown : factors.name
}

/** What is known of the words of a query. */
export interface QueryEvidence {
  readonly weighty: number
  /** A weighty word is nowhere. */
  readonly someUnknown: boolean
  /** A name is nowhere. */
  readonly nameUnknown: boolean
}

/**
 * Whether a session with this share of the evidence, and so many of the weighty terms, is an answer. Half of the terms
 * are always enough, so that one word nobody wrote does not void a query, unless that is a name.
 */
export function isAnswer(share: number, held: number, query: QueryEvidence): boolean {
  if (held * 2 >= query.weighty && !query.nameUnknown) return true
  return share >= (query.someUnknown ? least.someUnknown : least.allKnown)
}
