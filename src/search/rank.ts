import type { ParsedQuery } from './parsed-query.ts'
import type { Candidate, Scope } from './qualify.ts'
import { qualify } from './qualify.ts'
import type { QueryTerms } from './query-terms.ts'
import type { MessageScores } from './score-messages.ts'
import { messageWeights, scoreMessages } from './score-messages.ts'
import type { SearchIndex } from './search-index.ts'
import type { Tier } from './search-result.ts'

export interface RankedSession {
  readonly session: number
  readonly tier: Tier
  readonly score: number
  readonly candidate: Candidate
  readonly messages: MessageScores
  readonly alsoIn: readonly number[]
}
export interface Ranked {
  readonly sessions: readonly RankedSession[]
  readonly total: number
}
export const tune: Record<string, number> = { floor: 0, wAgg: 0.5, wDoc: 0.5, covPow: 1 }

export function rank(
  index: SearchIndex,
  parsed: ParsedQuery,
  query: QueryTerms,
  scope: Scope,
  options: { keep: number; now: number },
): Ranked {
  const weighty = query.terms.filter((t) => t.weighty).length
  const all = qualify(index, query, scope).filter((c) => c.coverage >= (tune['floor'] ?? 0))
  const tier = (c: Candidate): Tier => (c.held === weighty ? 'all' : c.coverage >= 0.5 ? 'most' : 'any')
  const first = (c: Candidate): number => (c.held === weighty ? 1 : 0)
  all.sort((a, b) => first(b) - first(a) || b.doc * b.coverage - a.doc * a.coverage)
  const kept = all.slice(0, options.keep)
  const weights = messageWeights(index, query)
  const sessions = kept.map((candidate) => {
    const messages = scoreMessages(index, query, weights, candidate.session, undefined)
    let score =
      ((tune['wAgg'] ?? 0) * messages.agg + (tune['wDoc'] ?? 0) * candidate.doc) *
      candidate.coverage ** (tune['covPow'] ?? 1)
    const table = index.table(candidate.session)
    if (
      parsed.times.some((time) =>
        Array.prototype.some.call(
          table.at,
          (at: number) => at >= (time.from ?? -Infinity) && at < (time.to ?? Infinity),
        ),
      )
    )
      score *= 2
    const age = Math.max(0, options.now - index.facts(candidate.session).updatedAt) / (7 * 864e5)
    score *= 1 + 0.1 / (1 + age)
    return { session: candidate.session, tier: tier(candidate), score, candidate, messages, alsoIn: [] }
  })
  sessions.sort((a, b) => first(b.candidate) - first(a.candidate) || b.score - a.score)
  return { sessions, total: all.length }
}
