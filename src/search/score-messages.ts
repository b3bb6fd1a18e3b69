import { messageSaturation } from './bm25.ts'
import { pairsTogether } from './pairs-together.ts'
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
  /** The best, best first. */
  readonly messages: readonly MessageScore[]
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

/** BM25 of every message of a session that holds a term, or stands beside one that does. */
export function plainScores(context: MessageContext): PlainScores {
  const { index, query, session } = context
  const { tokens: lengths, positions } = index.table(session)
  const average = index.totals.tokens / index.totals.messages
  const scores = new Float64Array(positions.length)
  // 1: beside a message with a term, 2: with a term, 4: with a weighty one.
  const holds = new Uint8Array(positions.length)
  const frequencies = new Float64Array(positions.length)
  const streams = query.terms.map(({ term }) => index.messageStream(term, session))
  for (const [t, stream] of streams.entries()) {
    const weight = context.weights[t] ?? 0
    const touched = spread(context, stream, frequencies)
    for (const ordinal of touched) {
      const frequency = frequencies[ordinal] ?? 0
      frequencies[ordinal] = 0
      const length = lengths[ordinal] ?? 0
      scores[ordinal] = (scores[ordinal] ?? 0) + weight * messageSaturation(frequency, length, average)
      holds[ordinal] = (holds[ordinal] ?? 0) | 1
    }
    const mark = query.terms[t]?.weighty === true ? 6 : 2
    for (let i = 0; i < stream.ordinals.length; i++) {
      const ordinal = stream.ordinals[i] ?? 0
      if (counts(context, ordinal)) holds[ordinal] = (holds[ordinal] ?? 0) | mark
    }
  }
  let matches = 0
  for (const held of holds) if (held >= 4) matches++
  const messages = [...bestOf(scores, holds, true), ...bestOf(scores, holds, false)].sort(bestFirst)
  const plain = { streams, messages, matches, bound: 0 }
  const most = messages.map(({ ordinal, score, own }, rank) => {
    if (rank >= checkedMessages || !own) return score
    const { pairs, literals } = open(context, plain, ordinal)
    return score + adjacency(context, pairs) + literal(context, literals)
  })
  return { ...plain, bound: decayedSum(most) }
}

/** Completes plain scores with what stands together in the text. */
export function finishScores(context: MessageContext, plain: PlainScores): MessageScores {
  const best = plain.messages.map((message, rank) => {
    const extra = rank < checkedMessages && message.own ? together(context, plain, message.ordinal) : 0
    return extra === 0 ? message : { ...message, score: message.score + extra, adjacency: extra }
  })
  best.sort(bestFirst)
  return { agg: decayedSum(best.map(({ score }) => score)), matches: plain.matches, best }
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
    into[ordinal] = (into[ordinal] ?? 0) + frequency
  }
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i] ?? 0
    if (!counts(context, ordinal)) continue
    const frequency = frequencies[i] ?? 0
    const position = positions[ordinal] ?? 0
    add(ordinal, frequency)
    if (share === 0) continue
    // Ordinals that follow each other may have something unsearchable between them.
    for (const step of [-1, 1]) {
      const beside = ordinal + step
      if (positions[beside] === position + step && counts(context, beside)) add(beside, frequency * share)
    }
  }
  return touched
}

function counts({ mask }: Pick<MessageContext, 'mask'>, ordinal: number): boolean {
  return mask === undefined || mask[ordinal] === 1
}

function bestOf(scores: Float64Array, holds: Uint8Array, own: boolean): MessageScore[] {
  const found: number[] = []
  for (let ordinal = 0; ordinal < holds.length; ordinal++) {
    const held = holds[ordinal] ?? 0
    if (own ? held >= 2 : held === 1) found.push(ordinal)
  }
  let least = 0
  if (found.length > keptMessages) {
    least =
      Float64Array.from(found, (ordinal) => scores[ordinal] ?? 0).sort()[found.length - keptMessages] ?? 0
  }
  const kept: MessageScore[] = []
  for (const ordinal of found) {
    const score = scores[ordinal] ?? 0
    if (score >= least) kept.push({ ordinal, score, own, adjacency: 0 })
  }
  return kept
}

interface Open {
  readonly pairs: QueryTerms['pairs']
  readonly literals: QueryTerms['literals']
}

/** The pairs and names of a query that a message may have together, since it has all of their terms. */
function open({ query }: MessageContext, { streams }: PlainScores, ordinal: number): Open {
  if (query.pairs.length === 0 && query.literals.length === 0) return query
  const held = streams.map(({ ordinals }) => includes(ordinals, ordinal))
  return {
    pairs: query.pairs.filter(([first, second]) => held[first] === true && held[second] === true),
    literals: query.literals.filter(({ terms }) => terms.every((term) => held[term] === true)),
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
  for (const { terms } of literals) sum += Math.min(...terms.map((term) => weights[term] ?? 0))
  return rankingConstants.literalShare * sum
}

function adjacency({ weights }: MessageContext, pairs: QueryTerms['pairs']): number {
  let sum = 0
  for (const [first, second] of pairs) sum += Math.min(weights[first] ?? 0, weights[second] ?? 0)
  return rankingConstants.adjacencyShare * sum
}

/** Whether an ascending list holds a number. */
function includes(list: ArrayLike<number>, wanted: number): boolean {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return list[low] === wanted
}

function decayedSum(scores: readonly number[]): number {
  return scores.toSorted((a, b) => a - b).reduce((sum, score) => sum / 2 + score, 0)
}

function bestFirst(a: MessageScore, b: MessageScore): number {
  return b.score - a.score || a.ordinal - b.ordinal
}
