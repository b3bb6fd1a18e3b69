import { analyze } from './analyze.ts'
import { idf, messageSaturation } from './bm25.ts'
import type { QueryTerms } from './query-terms.ts'
import type { SearchIndex } from './search-index.ts'

/** Share of the smaller weight that two query neighbours add when they stand together in a message. */
const adjacencyShare = 0.5
/** Share of a neighbouring message's occurrences that counts when the best messages of a session are chosen. */
const neighbourShare = 0.3
/** Messages of a session, by plain score, whose text is checked for neighbours; the sum below halves with each. */
const checkedMessages = 8

/** Scores of one session's messages. */
export interface MessageScores {
  /** Decayed sum over the messages: `Σ 0.5^(i−1) · i-th best`. */
  readonly agg: number
  /** How many messages hold at least one weighty term. */
  readonly matches: number
  /** For each message with a hit in itself or beside it: its ordinal, and its score with its neighbours. Best first. */
  readonly best: readonly { readonly ordinal: number; readonly score: number; readonly own: boolean }[]
}

/** A term's weight over messages: its query weight times its idf. */
export function messageWeights(index: SearchIndex, query: QueryTerms): Float64Array {
  return Float64Array.from(query.terms, (term) => {
    const stream = index.sessionStream(term.term)
    let holding = 0
    for (let i = 0; i < stream.messages.length; i++) holding += stream.messages[i] ?? 0
    return term.weight * idf(index.totals.messages, holding)
  })
}

/** Step two for one session. `mask` marks the messages that count, by ordinal; undefined when all do. */
export function scoreMessages(
  index: SearchIndex,
  query: QueryTerms,
  weights: Float64Array,
  session: number,
  mask: Uint8Array | undefined,
): MessageScores {
  const table = index.table(session)
  const average = index.totals.messages > 0 ? index.totals.tokens / index.totals.messages : 0
  const frequencies = new Map<number, Float64Array>()
  for (let t = 0; t < query.terms.length; t++) {
    const stream = index.messageStream(query.terms[t]?.term ?? '', session)
    for (let i = 0; i < stream.ordinals.length; i++) {
      const ordinal = stream.ordinals[i] ?? 0
      if (mask !== undefined && mask[ordinal] !== 1) continue
      let row = frequencies.get(ordinal)
      if (row === undefined) frequencies.set(ordinal, (row = new Float64Array(query.terms.length)))
      row[t] = stream.frequencies[i] ?? 0
    }
  }
  const score = (row: Float64Array, ordinal: number): number => {
    let sum = 0
    const length = table.tokens[ordinal] ?? 0
    for (let t = 0; t < row.length; t++) {
      const frequency = row[t] ?? 0
      if (frequency > 0) sum += (weights[t] ?? 0) * messageSaturation(frequency, length, average)
    }
    return sum
  }
  let matches = 0
  const plain: { ordinal: number; score: number }[] = []
  for (const [ordinal, row] of frequencies) {
    if (query.terms.some((term, t) => term.weighty && (row[t] ?? 0) > 0)) matches++
    plain.push({ ordinal, score: score(row, ordinal) })
  }
  plain.sort((a, b) => b.score - a.score || a.ordinal - b.ordinal)
  const together = new Map<number, number>()
  for (const { ordinal } of plain.slice(0, checkedMessages)) {
    const row = frequencies.get(ordinal)
    if (row === undefined) continue
    const extra = adjacency(query, weights, row, () => index.text(session, ordinal))
    if (extra > 0) together.set(ordinal, extra)
  }
  const scores = plain.map(({ ordinal, score }) => score + (together.get(ordinal) ?? 0))
  scores.sort((a, b) => b - a)
  let agg = 0
  for (let i = scores.length - 1; i >= 0; i--) agg = agg / 2 + (scores[i] ?? 0)
  return { agg, matches, best: withNeighbours() }

  function withNeighbours(): MessageScores['best'] {
    const ordinals = new Map<number, number>()
    for (let i = 0; i < table.positions.length; i++) ordinals.set(table.positions[i] ?? 0, i)
    const mixed = new Map<number, Float64Array>()
    for (const [ordinal, row] of frequencies) {
      const position = table.positions[ordinal] ?? 0
      for (const step of [-1, 0, 1]) {
        const target = step === 0 ? ordinal : ordinals.get(position + step)
        if (target === undefined || (mask !== undefined && mask[target] !== 1)) continue
        let into = mixed.get(target)
        if (into === undefined) mixed.set(target, (into = new Float64Array(query.terms.length)))
        for (let t = 0; t < row.length; t++)
          into[t] = (into[t] ?? 0) + (row[t] ?? 0) * (step === 0 ? 1 : neighbourShare)
      }
    }
    return [...mixed]
      .map(([ordinal, row]) => ({
        ordinal,
        score: score(row, ordinal) + (together.get(ordinal) ?? 0),
        own: frequencies.has(ordinal),
      }))
      .sort((a, b) => b.score - a.score || a.ordinal - b.ordinal)
  }
}

function adjacency(query: QueryTerms, weights: Float64Array, row: Float64Array, text: () => string): number {
  const open = query.pairs.filter(([first, second]) => (row[first] ?? 0) > 0 && (row[second] ?? 0) > 0)
  if (open.length === 0) return 0
  const tokens = analyze(text())
  let sum = 0
  for (const [first, second] of open) {
    const a = query.terms[first]?.term
    const b = query.terms[second]?.term
    if (tokens.some((token, i) => token.stem === a && tokens[i + 1]?.stem === b)) {
      sum += Math.min(weights[first] ?? 0, weights[second] ?? 0)
    }
  }
  return adjacencyShare * sum
}
