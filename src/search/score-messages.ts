import { messageSaturation } from './bm25.ts'
import { pairsTogether } from './pairs-together.ts'
import type { QueryTerms } from './query-terms.ts'
import { rankingConstants } from './ranking-constants.ts'
import type { SearchIndex } from './search-index.ts'

/** Messages of a session, by plain score, whose text is checked for neighbours; the sum below halves with each. */
const checkedMessages = 8

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
  /** Frequency of each term, with the share of the messages beside it. */
  readonly frequencies: Float64Array
}

/** Scores as far as the index tells them, without a look at any text. */
export interface PlainScores {
  /** Frequency of each term in the message itself, by ordinal. */
  readonly frequencies: ReadonlyMap<number, Float64Array>
  /** Best first. */
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
  /** Best first. */
  readonly best: readonly MessageScore[]
}

/** BM25 of every message of a session that holds a term, or stands beside one that does. */
export function plainScores(context: MessageContext): PlainScores {
  const { index, query, session, mask } = context
  const frequencies = new Map<number, Float64Array>()
  for (const [t, { term }] of query.terms.entries()) {
    const stream = index.messageStream(term, session)
    for (let i = 0; i < stream.ordinals.length; i++) {
      const ordinal = stream.ordinals[i] ?? 0
      if (mask !== undefined && mask[ordinal] !== 1) continue
      let row = frequencies.get(ordinal)
      if (row === undefined) frequencies.set(ordinal, (row = new Float64Array(query.terms.length)))
      row[t] = stream.frequencies[i] ?? 0
    }
  }
  let matches = 0
  for (const row of frequencies.values())
    if (query.terms.some((term, t) => term.weighty && (row[t] ?? 0) > 0)) matches++
  const messages: MessageScore[] = []
  for (const [ordinal, row] of withNeighbours(context, frequencies)) {
    const score = bm25(context, row, ordinal)
    messages.push({ ordinal, score, own: frequencies.has(ordinal), adjacency: 0, frequencies: row })
  }
  messages.sort(bestFirst)
  const most = messages.map(({ ordinal, score }, rank) => {
    const row = frequencies.get(ordinal)
    return rank < checkedMessages && row !== undefined
      ? score + adjacency(context, openPairs(context, row)) + literal(context, openLiterals(context, row))
      : score
  })
  return { frequencies, messages, matches, bound: decayedSum(most) }
}

/** Completes plain scores with what stands together in the text. */
export function finishScores(context: MessageContext, plain: PlainScores): MessageScores {
  const best = plain.messages.map((message, rank) => {
    const extra = rank < checkedMessages ? together(context, plain, message.ordinal) : 0
    return extra === 0 ? message : { ...message, score: message.score + extra, adjacency: extra }
  })
  best.sort(bestFirst)
  return { agg: decayedSum(best.map(({ score }) => score)), matches: plain.matches, best }
}

function together(context: MessageContext, plain: PlainScores, ordinal: number): number {
  const { index, query, session } = context
  const row = plain.frequencies.get(ordinal)
  if (row === undefined) return 0
  const open = openPairs(context, row)
  const literals = openLiterals(context, row)
  if (open.length === 0 && literals.length === 0) return 0
  const text = index.text(session, ordinal)
  const names = open.map(([a, b]) => [query.terms[a]?.term ?? '', query.terms[b]?.term ?? ''] as const)
  const found = open.length === 0 ? [] : pairsTogether(text, names)
  const lower = literals.length === 0 ? '' : text.toLowerCase()
  return (
    adjacency(
      context,
      open.filter((_, i) => found[i]),
    ) +
    literal(
      context,
      literals.filter((name) => lower.includes(name.text)),
    )
  )
}

/** BM25 of one message for frequencies of terms. */
function bm25({ index, weights, session }: MessageContext, row: Float64Array, ordinal: number): number {
  const { messages, tokens } = index.totals
  const length = index.table(session).tokens[ordinal] ?? 0
  let sum = 0
  for (let t = 0; t < row.length; t++) {
    const frequency = row[t] ?? 0
    if (frequency > 0) sum += (weights[t] ?? 0) * messageSaturation(frequency, length, tokens / messages)
  }
  return sum
}

function openPairs({ query }: MessageContext, row: Float64Array): QueryTerms['pairs'] {
  return query.pairs.filter(([first, second]) => (row[first] ?? 0) > 0 && (row[second] ?? 0) > 0)
}

function openLiterals({ query }: MessageContext, row: Float64Array): QueryTerms['literals'] {
  return query.literals.filter(({ terms }) => terms.every((term) => (row[term] ?? 0) > 0))
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

function decayedSum(scores: readonly number[]): number {
  return scores.toSorted((a, b) => a - b).reduce((sum, score) => sum / 2 + score, 0)
}

function bestFirst(a: MessageScore, b: MessageScore): number {
  return b.score - a.score || a.ordinal - b.ordinal
}

/** Frequencies with a share of those of the messages before and after, by position in the record. */
function withNeighbours(
  { index, session, mask }: MessageContext,
  frequencies: ReadonlyMap<number, Float64Array>,
): Map<number, Float64Array> {
  const { positions } = index.table(session)
  const mixed = new Map<number, Float64Array>()
  for (const [ordinal, row] of frequencies) {
    const position = positions[ordinal] ?? 0
    for (const step of [-1, 0, 1]) {
      const target = ordinal + step
      // Ordinals that follow each other may have something unsearchable between them.
      if (positions[target] !== position + step || (mask !== undefined && mask[target] !== 1)) continue
      let into = mixed.get(target)
      if (into === undefined) mixed.set(target, (into = new Float64Array(row.length)))
      const share = step === 0 ? 1 : rankingConstants.neighbourShare
      if (share === 0) continue
      for (let t = 0; t < row.length; t++) into[t] = (into[t] ?? 0) + (row[t] ?? 0) * share
    }
  }
  return mixed
}
