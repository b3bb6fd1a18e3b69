import { messageSaturation } from './bm25.ts'
import { pairsTogether } from './pairs-together.ts'
import { placeOf } from './place-of.ts'
import type { QueryTerms } from './query-terms.ts'
import { rankingConstants } from './ranking-constants.ts'
import type { MessageStream, SearchIndex } from './search-index.ts'

/** Messages of a session, by plain score, whose text is checked for neighbours; the sum below halves with each. */
const checkedMessages = 8
/** Messages of a session that are kept; what the others would add to the sum is less than a rounding error. */
const keptMessages = 64

/** What the scores of a session's messages are computed from. */
export interface MessageContext {
  readonly index: SearchIndex
  readonly query: QueryTerms
  /** Weight of each term over messages. */
  readonly weights: Float64Array
  readonly session: number
  /** 1 for each message that counts, by ordinal; undefined when all do. */
  readonly mask: Uint8Array | undefined
}

/** Score of a message. */
export interface MessageScore {
  readonly ordinal: number
  readonly score: number
  /** It holds a term itself, not only a message beside it. */
  readonly own: boolean
  /** How much of the score is for query neighbours that stand together, and for names exactly as typed. */
  readonly adjacency: number
}

/** Scores as far as the index tells them, without a look at any text. */
export interface PlainScores {
  /** The messages that hold each term. */
  readonly streams: readonly MessageStream[]
  /** By ordinal. */
  readonly scores: Float64Array
  /** By ordinal: 0 without a term, 1 beside a message with one, 2 or more with one itself. */
  readonly holds: Uint8Array
  /** How many messages hold at least one weighty term. */
  readonly matches: number
  /** The most that `agg` can become. */
  readonly bound: number
}

/** Scores of one session's messages. */
export interface MessageScores {
  /** Decayed sum over the messages: `Σ 0.5^(i−1) · i-th best`. */
  readonly agg: number
  readonly matches: number
  /** The best, best first. */
  readonly best: readonly MessageScore[]
}

/** Frequencies of one term at a time, by ordinal; all 0 between two calls. */
let frequencies = new Float64Array(1024)

/** BM25 of every message of a session that holds a term, or stands beside one that does. */
export function plainScores(context: MessageContext): PlainScores {
  const { index, query, session } = context
  const { tokens: lengths, positions } = index.table(session)
  const count = positions.length
  const average = index.totals.tokens / index.totals.messages
  const scores = new Float64Array(count)
  // 1: beside a message with a term, 2: with a term, 4: with a weighty one.
  const holds = new Uint8Array(count)
  if (frequencies.length < count) frequencies = new Float64Array(count * 2)
  const streams = query.terms.map(({ term }) => index.messageStream(term, session))
  for (let t = 0; t < streams.length; t++) {
    const stream = streams[t]!
    if (stream.ordinals.length === 0) continue
    const weight = context.weights[t] ?? 0
    for (const ordinal of spread(context, stream, frequencies)) {
      const frequency = frequencies[ordinal]!
      frequencies[ordinal] = 0
      scores[ordinal]! += weight * messageSaturation(frequency, lengths[ordinal] ?? 0, average)
      holds[ordinal]! |= 1
    }
    const mark = query.terms[t]?.weighty === true ? 6 : 2
    for (let i = 0; i < stream.ordinals.length; i++) {
      const ordinal = stream.ordinals[i]!
      if (counts(context, ordinal)) holds[ordinal]! |= mark
    }
  }
  let matches = 0
  for (const held of holds) if (held >= 4) matches++
  const plain = { streams, scores, holds, matches, bound: 0 }
  return { ...plain, bound: boundOf(mostOf(context, plain, strongest(plain))) }
}

/** Messages that a bound looks at: what the rest can add is less than a thousandth of the least of these. */
const boundMessages = 12

/** The most that each of the strongest messages can earn, as long as no text was read. */
function mostOf(
  context: MessageContext,
  { streams, scores, holds }: PlainScores,
  ordinals: readonly number[],
): number[] {
  const { query, weights } = context
  return ordinals.map((ordinal, rank) => {
    let most = scores[ordinal]!
    if (rank >= checkedMessages || holds[ordinal]! < 2) return most
    const has = (term: number): boolean => placeOf(streams[term]!.ordinals, ordinal) >= 0
    for (const pair of query.pairs)
      if (pair.every(has)) most += rankingConstants.adjacencyShare * leastOf(weights, pair)
    for (const { terms } of query.literals)
      if (terms.every(has)) most += rankingConstants.literalShare * leastOf(weights, terms)
    return most
  })
}

/** Sums made in another order may differ in their last digits. */
const roundingSlack = 1 + 1e-12

/** The most that the decayed sum can be, where the strongest messages earn at most `most`, and no other more than the last. */
function boundOf(most: readonly number[]): number {
  const rest = most.length < boundMessages ? 0 : Math.min(...most) / 2 ** (boundMessages - 2)
  return (decayedSum(most) + rest) * roundingSlack
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
  const messages = [...kept(plain, true), ...kept(plain, false)].sort(bestFirst)
  const strong = messages.slice(0, boundMessages).map(({ ordinal }) => ordinal)
  const most = mostOf(context, plain, strong)
  for (let rank = 0; rank < Math.min(checkedMessages, messages.length); rank++) {
    const message = messages[rank]!
    if (most[rank] === message.score) continue
    const extra = together(context, plain, message.ordinal)
    if (extra > 0) messages[rank] = { ...message, score: message.score + extra, adjacency: extra }
    most[rank] = message.score + extra
    if (!isOfUse(boundOf(most))) return undefined
  }
  messages.sort(bestFirst)
  return { agg: decayedSum(messages.map(({ score }) => score)), matches: plain.matches, best: messages }
}

/**
 * Adds the frequencies of a term, with a share for the messages before and after, to `into` by ordinal; returns the
 * ordinals, each once.
 */
export function spread(
  context: Pick<MessageContext, 'index' | 'session' | 'mask'>,
  { ordinals, frequencies }: MessageStream,
  into: Float64Array,
): number[] {
  const { positions } = context.index.table(context.session)
  const share = rankingConstants.neighbourShare
  const touched: number[] = []
  const add = (ordinal: number, frequency: number): void => {
    if (into[ordinal] === 0) touched.push(ordinal)
    into[ordinal]! += frequency
  }
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i]!
    if (!counts(context, ordinal)) continue
    const frequency = frequencies[i]!
    const position = positions[ordinal]!
    add(ordinal, frequency)
    if (share === 0) continue
    // Ordinals that follow each other may have something unsearchable between them.
    if (positions[ordinal - 1] === position - 1 && counts(context, ordinal - 1))
      add(ordinal - 1, frequency * share)
    if (positions[ordinal + 1] === position + 1 && counts(context, ordinal + 1))
      add(ordinal + 1, frequency * share)
  }
  return touched
}

function counts({ mask }: Pick<MessageContext, 'mask'>, ordinal: number): boolean {
  return mask === undefined || mask[ordinal] === 1
}

/** Ordinals of the messages a bound looks at, best first. */
function strongest({ scores, holds }: PlainScores): number[] {
  const found: number[] = []
  for (let ordinal = 0; ordinal < holds.length; ordinal++) {
    if (holds[ordinal] === 0) continue
    const score = scores[ordinal]!
    let at = found.length
    if (at === boundMessages && score <= scores[found[at - 1]!]!) continue
    if (at < boundMessages) found.push(ordinal)
    else at--
    for (; at > 0 && scores[found[at - 1]!]! < score; at--) found[at] = found[at - 1]!
    found[at] = ordinal
  }
  return found
}

/** The best messages that are kept: of those with a term, or of those beside one. */
function kept({ scores, holds }: PlainScores, own: boolean): MessageScore[] {
  const found: number[] = []
  for (let ordinal = 0; ordinal < holds.length; ordinal++) {
    const held = holds[ordinal]!
    if (own ? held >= 2 : held === 1) found.push(ordinal)
  }
  let least = 0
  if (found.length > keptMessages)
    least = Float64Array.from(found, (ordinal) => scores[ordinal]!).sort()[found.length - keptMessages]!
  return found
    .filter((ordinal) => scores[ordinal]! >= least)
    .map((ordinal) => ({ ordinal, score: scores[ordinal]!, own, adjacency: 0 }))
}

interface Open {
  readonly pairs: QueryTerms['pairs']
  readonly literals: QueryTerms['literals']
}

/** The pairs and names of a query that a message may have together, since it has all of their terms. */
function open({ query }: MessageContext, { streams }: PlainScores, ordinal: number): Open {
  if (query.pairs.length === 0 && query.literals.length === 0) return query
  const holds = (term: number): boolean => placeOf(streams[term]?.ordinals ?? [], ordinal) >= 0
  return {
    pairs: query.pairs.filter(([first, second]) => holds(first) && holds(second)),
    literals: query.literals.filter(({ terms }) => terms.every(holds)),
  }
}

function together(context: MessageContext, plain: PlainScores, ordinal: number): number {
  const { index, query, session } = context
  const { pairs, literals } = open(context, plain, ordinal)
  if (pairs.length === 0 && literals.length === 0) return 0
  const text = index.text(session, ordinal)
  const names = pairs.map(([a, b]) => [query.terms[a]?.term ?? '', query.terms[b]?.term ?? ''] as const)
  const found = pairs.length === 0 ? [] : pairsTogether(text, names)
  const lower = literals.length === 0 ? '' : text.toLowerCase()
  const standing = pairs.filter((_, i) => found[i])
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

function leastOf(weights: Float64Array, terms: readonly number[]): number {
  let least = Infinity
  for (const term of terms) least = Math.min(least, weights[term] ?? 0)
  return least
}

function decayedSum(scores: readonly number[]): number {
  let sum = 0
  for (const score of Float64Array.from(scores).sort()) sum = sum / 2 + score
  return sum
}

/** Whole numbers only: a sort makes an object of any other. */
function bestFirst(a: MessageScore, b: MessageScore): number {
  if (a.score !== b.score) return a.score < b.score ? 1 : -1
  return a.ordinal - b.ordinal
}
