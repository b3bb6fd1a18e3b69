import { pairsTogether } from './pairs-together.ts'
import type { QueryTerms } from './query-terms.ts'
import { rankingConstants } from './ranking-constants.ts'
import type { MessageContext, PlainScores } from './score-messages.ts'
import { boundOf, checkedMessages, hasAll, leastOf } from './score-messages.ts'

/** Messages of a session that are kept; what the others would add to the sum is less than a rounding error. */
const keptMessages = 64

/** Score of a message. */
export interface MessageScore {
  readonly ordinal: number
  readonly score: number
  /** It holds a term itself, not only a message beside it. */
  readonly own: boolean
  /** How much of the score is for query neighbours that stand together, and for names exactly as typed. */
  readonly adjacency: number
}

/** Scores of one session's messages. */
export interface MessageScores {
  /** Decayed sum over the messages: `Σ 0.5^(i−1) · i-th best`. */
  readonly agg: number
  readonly matches: number
  /** The best, best first. */
  readonly best: readonly MessageScore[]
  /** The best so many of those that hold a term themselves. */
  own(count: number): readonly MessageScore[]
}

/**
 * Completes plain scores with what stands together in the text. Stops with undefined as soon as the sum is known to stay
 * at or below a bound that is of no use.
 */
export function finishScores(
  context: MessageContext,
  plain: PlainScores,
  isOfUse: (bound: number) => boolean = () => true,
): MessageScores | undefined {
  const { scores, strongest } = plain
  const most = plain.most.slice()
  // By rank.
  const extras: number[] = []
  for (let rank = 0; rank < Math.min(checkedMessages, strongest.length); rank++) {
    const ordinal = strongest[rank]!
    extras.push(0)
    if (most[rank] === scores[ordinal]) continue
    const extra = together(context, plain, ordinal)
    extras[rank] = extra
    most[rank] = scores[ordinal]! + extra
    if (!isOfUse(boundOf(most))) return undefined
  }
  const own = kept(plain, true)
  const ordinals = own.concat(kept(plain, false))
  const sums = ordinals.map((ordinal) => scores[ordinal]!)
  for (let rank = 0; rank < extras.length; rank++)
    if (extras[rank]! > 0) sums[ordinals.indexOf(strongest[rank]!)]! += extras[rank]!
  const places = bestFirst(ordinals, sums)
  return new FinishedScores(plain, { ordinals, sums, places, own: own.length, extras })
}

/** What the scores of a session's messages are, by their places in a list. */
interface Finished {
  readonly ordinals: readonly number[]
  readonly sums: readonly number[]
  /** Best first. */
  readonly places: readonly number[]
  /** How many of the first hold a term themselves. */
  readonly own: number
  /** What stands together earns, by rank before. */
  readonly extras: readonly number[]
}

/**
 * Few of the scores are asked for. A class, because the engine takes functions in a literal for something that lasts, and
 * keeps what they refer to until its next great collection.
 */
class FinishedScores implements MessageScores {
  readonly agg: number
  readonly matches: number
  readonly #strongest: readonly number[]
  readonly #finished: Finished

  constructor({ matches, strongest }: PlainScores, finished: Finished) {
    this.agg = decayed(finished.places, finished.sums)
    this.matches = matches
    this.#strongest = strongest
    this.#finished = finished
  }

  get best(): readonly MessageScore[] {
    return this.#finished.places.map((place) => this.#scoreAt(place))
  }

  own(count: number): readonly MessageScore[] {
    const { places, own } = this.#finished
    return places
      .filter((place) => place < own)
      .slice(0, count)
      .map((place) => this.#scoreAt(place))
  }

  #scoreAt(place: number): MessageScore {
    const { ordinals, sums, own, extras } = this.#finished
    const ordinal = ordinals[place]!
    const adjacency = extras[this.#strongest.indexOf(ordinal)] ?? 0
    return { ordinal, score: sums[place]!, own: place < own, adjacency }
  }
}

/** Ordinals of the messages that are kept: the best of those with a term, or of those beside one. */
function kept({ scores, holds }: PlainScores, own: boolean): number[] {
  const found: number[] = []
  for (let ordinal = 0; ordinal < holds.length; ordinal++) {
    const held = holds[ordinal]!
    if (own ? held >= 2 : held === 1) found.push(ordinal)
  }
  if (found.length <= keptMessages) return found
  const least = Float64Array.from(found, (ordinal) => scores[ordinal]!).sort()[found.length - keptMessages]!
  return found.filter((ordinal) => scores[ordinal]! >= least)
}

interface Open {
  readonly pairs: QueryTerms['pairs']
  readonly literals: QueryTerms['literals']
}

/** The pairs and names of a query that a message may have together, since it has all of their terms. */
function open({ query }: MessageContext, { streams }: PlainScores, ordinal: number): Open {
  if (query.pairs.length === 0 && query.literals.length === 0) return query
  return {
    pairs: query.pairs.filter((pair) => hasAll(streams, pair, ordinal)),
    literals: query.literals.filter(({ terms }) => hasAll(streams, terms, ordinal)),
  }
}

/** For each query whose messages are scored: made once, asked of a dozen messages. */
const finders = new WeakMap<QueryTerms, ReturnType<typeof pairsTogether>>()

function finderOf(query: QueryTerms): ReturnType<typeof pairsTogether> {
  let finder = finders.get(query)
  if (finder === undefined) {
    const termAt = (at: number): string => query.terms[at]?.term ?? ''
    finder = pairsTogether(query.pairs.map(([a, b]) => [termAt(a), termAt(b)] as const))
    finders.set(query, finder)
  }
  return finder
}

function together(context: MessageContext, plain: PlainScores, ordinal: number): number {
  const { index, query, session } = context
  const { pairs, literals } = open(context, plain, ordinal)
  if (pairs.length === 0 && literals.length === 0) return 0
  const text = index.text(session, ordinal)
  const found = pairs.length === 0 ? [] : finderOf(query)(text)
  const lower = literals.length === 0 ? '' : text.toLowerCase()
  const standing = query.pairs.filter((pair, i) => found[i] === true && pairs.includes(pair))
  const typed = literals.filter((name) => lower.includes(name.text))
  return adjacency(context, standing) + literal(context, typed)
}

function literal({ weights }: MessageContext, literals: QueryTerms['literals']): number {
  let sum = 0
  for (const { terms } of literals) sum += leastOf(weights, terms)
  return rankingConstants.literalShare * sum
}

function adjacency({ weights }: MessageContext, pairs: QueryTerms['pairs']): number {
  let sum = 0
  for (const pair of pairs) sum += leastOf(weights, pair)
  return rankingConstants.adjacencyShare * sum
}

/** Of scores by their places, the best first. */
function decayed(places: readonly number[], scores: readonly number[]): number {
  let sum = 0
  for (let i = places.length - 1; i >= 0; i--) sum = sum / 2 + scores[places[i]!]!
  return sum
}

/** Places in a list of ordinals by score, highest first, then by ordinal. */
function bestFirst(ordinals: readonly number[], scores: readonly number[]): number[] {
  const order: number[] = []
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place]!
    let at = place
    for (; at > 0; at--) {
      const before = order[at - 1]!
      if (scores[before]! > score || (scores[before] === score && ordinals[before]! < ordinals[place]!)) break
      order[at] = before
    }
    order[at] = place
  }
  return order
}
