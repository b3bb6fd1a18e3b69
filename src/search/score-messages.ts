import type { Arena } from './arena.ts'
import { ownMemory } from './arena.ts'
import { messageSaturation } from './bm25.ts'
import { placeOf } from './place-of.ts'
import type { QueryTerms } from './query-terms.ts'
import { rankingConstants } from './ranking-constants.ts'
import type { MessageStream, SearchIndex } from './search-index.ts'

/** Messages of a session, by plain score, whose text is checked for neighbours; the sum below halves with each. */
export const checkedMessages = 8

/** What the scores of a session's messages are computed from. */
export interface MessageContext {
  readonly index: SearchIndex
  readonly query: QueryTerms
  /** Weight of each term over messages. */
  readonly weights: Float64Array
  readonly session: number
  /** 1 for each message that counts, by ordinal; undefined when all do. */
  readonly mask: Uint8Array | undefined
  /** Memory for scores; theirs when not given. */
  readonly room?: Arena
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
  /** Ordinals of the strongest messages, best first, and the most that each can earn. */
  readonly strongest: readonly number[]
  readonly most: readonly number[]
  /** The most that `agg` can become. */
  readonly bound: number
}

// Loops here have nothing but columns in them, which are shared by all calls where they are not kept: a query looks at the
// messages of fifty sessions.

/** Frequencies of one term at a time, by ordinal; all 0 between two calls. */
let frequencies = new Float64Array(1024)
/** Ordinals, each once, valid until the next call of `spread`. */
let touched = new Uint32Array(1024)

/** BM25 of every message of a session that holds a term, or stands beside one that does. */
export function plainScores(context: MessageContext): PlainScores {
  const { index, query, session } = context
  const { tokens: lengths, positions } = index.table(session)
  const count = positions.length
  const average = index.totals.tokens / index.totals.messages
  const { room = ownMemory } = context
  const scores = room.doubles(count).fill(0)
  // 1: beside a message with a term, 2: with a term, 4: with a weighty one.
  const holds = room.bytes(count).fill(0)
  if (frequencies.length < count) frequencies = new Float64Array(count * 2)
  const streams = query.terms.map(({ term }) => index.messageStream(term, session))
  for (let t = 0; t < streams.length; t++) {
    const stream = streams[t]!
    if (stream.ordinals.length === 0) continue
    const found = spread(context, stream, frequencies)
    addScores(scores, holds, found, lengths, context.weights[t] ?? 0, average)
    addMarks(holds, stream.ordinals, context.mask, query.terms[t]?.weighty === true ? 6 : 2)
  }
  let matches = 0
  for (let ordinal = 0; ordinal < count; ordinal++) if (holds[ordinal]! >= 4) matches++
  const best = strongest(scores, holds)
  const most = mostOf(context, streams, scores, holds, best)
  return { streams, scores, holds, matches, strongest: best, most, bound: boundOf(most) }
}

/** Adds what a term earns to the first `found` messages of those touched, and takes its frequencies away again. */
function addScores(
  scores: Float64Array,
  holds: Uint8Array,
  found: number,
  lengths: ArrayLike<number>,
  weight: number,
  average: number,
): void {
  for (let i = 0; i < found; i++) {
    const ordinal = touched[i]!
    const frequency = frequencies[ordinal]!
    frequencies[ordinal] = 0
    scores[ordinal]! += weight * messageSaturation(frequency, lengths[ordinal] ?? 0, average)
    holds[ordinal]! |= 1
  }
}

function addMarks(
  holds: Uint8Array,
  ordinals: ArrayLike<number>,
  mask: Uint8Array | undefined,
  mark: number,
): void {
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i]!
    if (mask === undefined || mask[ordinal] === 1) holds[ordinal]! |= mark
  }
}

/** Messages that a bound looks at: what the rest can add is less than a thousandth of the least of these. */
const boundMessages = 12

/** The most that each of the strongest messages can earn, as long as no text was read. */
function mostOf(
  { query, weights }: MessageContext,
  streams: readonly MessageStream[],
  scores: Float64Array,
  holds: Uint8Array,
  ordinals: readonly number[],
): number[] {
  const most = ordinals.map((ordinal) => scores[ordinal]!)
  for (let rank = 0; rank < most.length; rank++) {
    const ordinal = ordinals[rank]!
    if (rank >= checkedMessages || holds[ordinal]! < 2) continue
    for (const pair of query.pairs)
      if (hasAll(streams, pair, ordinal))
        most[rank]! += rankingConstants.adjacencyShare * leastOf(weights, pair)
    for (const { terms } of query.literals)
      if (hasAll(streams, terms, ordinal))
        most[rank]! += rankingConstants.literalShare * leastOf(weights, terms)
  }
  return most
}

/** Whether a message holds all of some terms, by their places in the query. */
export function hasAll(
  streams: readonly MessageStream[],
  terms: readonly number[],
  ordinal: number,
): boolean {
  for (const term of terms) if (placeOf(streams[term]!.ordinals, ordinal) < 0) return false
  return true
}

/** Sums made in another order may differ in their last digits. */
const roundingSlack = 1 + 1e-12

/** The most that the decayed sum can be, where the strongest messages earn at most `most`, and no other more than the last. */
export function boundOf(most: readonly number[]): number {
  const { length } = most
  for (let i = 0; i < length; i++) {
    const value = most[i]!
    let at = i
    for (; at > 0 && sorted[at - 1]! > value; at--) sorted[at] = sorted[at - 1]!
    sorted[at] = value
  }
  let sum = 0
  for (let i = 0; i < length; i++) sum = sum / 2 + sorted[i]!
  const rest = length < boundMessages ? 0 : sorted[0]! / 2 ** (boundMessages - 2)
  return (sum + rest) * roundingSlack
}

/** A few numbers in ascending order, while a bound is computed. */
const sorted = new Float64Array(boundMessages)

/**
 * Adds the frequencies of a term, with a share for the messages before and after, to `into` by ordinal. Returns for how
 * many messages; `touched` tells which.
 */
export function spread(
  { index, session, mask }: Pick<MessageContext, 'index' | 'session' | 'mask'>,
  stream: MessageStream,
  into: Float64Array,
): number {
  const { positions } = index.table(session)
  const { ordinals } = stream
  const share = rankingConstants.neighbourShare
  if (touched.length < ordinals.length * 3) touched = new Uint32Array(ordinals.length * 6)
  let end = 0
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i]!
    if (mask !== undefined && mask[ordinal] !== 1) continue
    const frequency = stream.frequencies[i]!
    const position = positions[ordinal]!
    if (into[ordinal] === 0) touched[end++] = ordinal
    into[ordinal]! += frequency
    if (share === 0) continue
    // Ordinals that follow each other may have something unsearchable between them.
    for (let beside = ordinal - 1; beside <= ordinal + 1; beside += 2) {
      if (beside < 0 || positions[beside] !== position + beside - ordinal) continue
      if (mask !== undefined && mask[beside] !== 1) continue
      if (into[beside] === 0) touched[end++] = beside
      into[beside]! += frequency * share
    }
  }
  return end
}

/** Ordinals of the messages a bound looks at, best first. */
function strongest(scores: Float64Array, holds: Uint8Array): number[] {
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

/** The least of the weights of some terms. */
export function leastOf(weights: Float64Array, terms: readonly number[]): number {
  let least = Infinity
  for (const term of terms) least = Math.min(least, weights[term] ?? 0)
  return least
}
