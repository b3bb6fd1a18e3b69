import { analyze } from './analyze.ts'
import { messageWeights } from './message-weights.ts'
import type { ParsedQuery, QueryTime, QueryWord } from './parsed-query.ts'
import type { Candidate } from './qualify.ts'
import { holdsPhrase } from './phrase-match.ts'
import { qualify } from './qualify.ts'
import type { QueryTerms } from './query-terms.ts'
import { rankingConstants } from './ranking-constants.ts'
import type { Scope } from './scope.ts'
import { holdersOf } from './scope.ts'
import type { MessageContext, MessageScores, PlainScores } from './score-messages.ts'
import { finishScores, plainScores } from './score-messages.ts'
import type { SearchIndex } from './search-index.ts'
import type { Tier } from './search-result.ts'

/** A session of an answer; numbers are those of the index. */
export interface RankedSession {
  readonly session: number
  readonly tier: Tier
  /** False when the query asked for a time, some session has something to say then, and this one has not. */
  readonly timely: boolean
  readonly parts: ScoreParts
  readonly score: number
  readonly messages: MessageScores
  /** Forks of the same conversation that qualified too. */
  readonly alsoIn: readonly number[]
}

/** What a score is made of: `(messageShare · messages + (1 − messageShare) · session) · the factors`. */
export interface ScoreParts {
  readonly messages: number
  readonly session: number
  readonly coverage: number
  readonly time: number
  readonly recency: number
  /** Below 1 for a session that nobody named. */
  readonly named: number
}

export interface RankOptions {
  /** How many sessions are wanted. */
  readonly asked: number
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly strict: boolean
}

export interface Ranking {
  /** Best first. */
  readonly sessions: readonly RankedSession[]
  /** How many conversations qualified, forks counted once. */
  readonly total: number
}

/** Sessions the second step looks at, unless more are asked for. */
const leastKept = 50
const week = 7 * 86_400_000
const day = 86_400_000

/**
 * The sessions that answer a query, in two steps: doc·cov on all sessions, those with every word first, forks of one
 * conversation folded, the best `keep` kept; then the full formula on those.
 */
export function rank(
  index: SearchIndex,
  query: ParsedQuery,
  terms: QueryTerms,
  scope: Scope,
  options: RankOptions,
): Ranking {
  const before = orderOf(index, options.now)
  const { timeBoost, coveragePower, machineShare } = rankingConstants
  const qualified = qualify(index, terms, scope)
  const { candidates, hits } = verifyPhrases(index, query.words, qualified, scope)
  const soft = query.times.filter((time) => !time.hard)
  const inside = new Set(
    candidates.map(({ session }) => session).filter((session) => isInside(index, session, soft)),
  )
  const first = candidates
    .map((candidate) => {
      const { session, doc, coverage } = candidate
      // The time is something that was asked for, like a word; where nobody has it, it tells nothing.
      const timely = inside.size === 0 || inside.has(session)
      const time = inside.has(session) ? timeBoost : 1
      const named = index.facts(session).machine ? machineShare : 1
      const score = doc * coverage ** coveragePower * time * named
      // Written out, since a spread costs more than all the rest of this step.
      return { session, doc, coverage, all: candidate.all && timely, timely, time, named, score }
    })
    .filter((candidate) => !options.strict || candidate.all)
    .sort(before)
  const folded = foldForks(index, first)
  const weights = messageWeights(index, terms)
  const drafts = folded.slice(0, Math.max(leastKept, options.asked)).map(({ best, alsoIn }): Draft => {
    const { session, doc, all, timely, time, named } = best
    const mask = hits.get(session) ?? scope.mask(session)
    const context = { index, query: terms, weights, session, mask }
    const recency = 1 + recencyOf(index.facts(session).updatedAt, options.now)
    const coverage = best.coverage ** coveragePower
    const plain = plainScores(context)
    const partsOf = (messages: number): ScoreParts => ({
      messages,
      session: doc,
      coverage,
      time,
      recency,
      named,
    })
    const score = scoreOf(partsOf(plain.bound))
    return { session, all, timely, score, tier: tierOf(best), alsoIn, context, plain, partsOf }
  })
  return { sessions: finishBest(drafts, options.asked, before), total: folded.length }
}

function scoreOf({ messages, session, coverage, time, recency, named }: ScoreParts): number {
  return (
    (rankingConstants.messageShare * messages + (1 - rankingConstants.messageShare) * session) *
    coverage *
    time *
    recency *
    named
  )
}

/** A session before the second step has read its text; `score` is the most it can become. */
interface Draft extends Placed {
  readonly tier: Tier
  readonly alsoIn: readonly number[]
  readonly context: MessageContext
  readonly plain: PlainScores
  readonly timely: boolean
  partsOf(messages: number): ScoreParts
}

/** Finishes drafts, the most promising first, until no other can come among the best that were asked for. */
function finishBest(drafts: readonly Draft[], asked: number, before: Order): RankedSession[] {
  const done: (RankedSession & Placed)[] = []
  for (const draft of drafts.toSorted(before)) {
    done.sort(before)
    const last = done[asked - 1]
    if (last !== undefined && before(last, draft) < 0) break
    const messages = finishScores(draft.context, draft.plain)
    const { session, all, tier, timely, alsoIn } = draft
    const parts = draft.partsOf(messages.agg)
    done.push({ session, all, tier, timely, score: scoreOf(parts), parts, messages, alsoIn })
  }
  return done.sort(before).slice(0, asked)
}

const noParts: ScoreParts = { messages: 0, session: 0, coverage: 1, time: 1, recency: 1, named: 1 }

/** Sessions a query of nothing but framing asks for: the newest, those at the time asked for only if there are any. */
export function rankRecent(index: SearchIndex, query: ParsedQuery, scope: Scope, now: number): Ranking {
  const soft = query.times.filter((time) => !time.hard)
  const all: { session: number; all: boolean; score: number }[] = []
  for (let session = 0; session < index.totals.sessions; session++) {
    if (index.table(session).positions.length > 0 && scope.admits(session))
      all.push({ session, all: true, score: 0 })
  }
  const inside = all.filter(({ session }) => isInside(index, session, soft))
  const folded = foldForks(index, (inside.length > 0 ? inside : all).sort(orderOf(index, now)))
  const sessions = folded.map(({ best, alsoIn }): RankedSession => {
    const mask = scope.mask(best.session)
    const count = index.table(best.session).positions.length
    const ordinals = Array.from({ length: count }, (_, i) => i).filter(
      (i) => mask === undefined || mask[i] === 1,
    )
    const found = ordinals.map((ordinal) => ({
      ordinal,
      score: 0,
      own: true,
      adjacency: 0,
    }))
    const messages = { agg: 0, matches: ordinals.length, best: found }
    return { session: best.session, tier: 'recent', timely: true, score: 0, parts: noParts, messages, alsoIn }
  })
  return { sessions, total: sessions.length }
}

interface Placed {
  readonly session: number
  readonly all: boolean
  readonly score: number
}

type Order = (a: Placed, b: Placed) => number

/** Every word first, then score, then newer, then name. */
function orderOf(index: SearchIndex, now: number): Order {
  const age = (session: number): number => {
    const at = index.facts(session).updatedAt
    // A stamp from the future is a broken clock, not the newest of all.
    return at > now + day || Number.isNaN(at) ? Infinity : -at
  }
  return (a, b) => {
    if (a.all !== b.all) return a.all ? -1 : 1
    if (a.score !== b.score) return b.score - a.score
    const [newer, older] = [age(a.session), age(b.session)]
    if (newer !== older) return newer < older ? -1 : 1
    return index.facts(a.session).name < index.facts(b.session).name ? -1 : 1
  }
}

function tierOf(candidate: Pick<Candidate, 'all' | 'coverage'>): Tier {
  if (candidate.all) return 'all'
  return candidate.coverage >= 0.5 ? 'most' : 'any'
}

function recencyOf(updatedAt: number, now: number): number {
  const age = now - updatedAt
  return age >= -day ? rankingConstants.recencyShare / (1 + Math.max(0, age) / week) : 0
}

function isInside(index: SearchIndex, session: number, times: readonly QueryTime[]): boolean {
  const { updatedAt } = index.facts(session)
  // No message is newer than the newest, so most sessions need no look at all of their times.
  if (times.every(({ from = -Infinity }) => updatedAt < from)) return false
  const { at } = index.table(session)
  for (let i = 0; i < at.length; i++) {
    const moment = at[i] ?? NaN
    if (times.some(({ from = -Infinity, to = Infinity }) => moment >= from && moment < to)) return true
  }
  return false
}

function foldForks<T extends { readonly session: number }>(
  index: SearchIndex,
  ordered: readonly T[],
): { readonly best: T; readonly alsoIn: readonly number[] }[] {
  const byFamily = new Map<string, { best: T; alsoIn: number[] }>()
  for (const entry of ordered) {
    const { family } = index.facts(entry.session)
    const known = byFamily.get(family)
    if (known === undefined) byFamily.set(family, { best: entry, alsoIn: [] })
    else known.alsoIn.push(entry.session)
  }
  return [...byFamily.values()]
}

/** Keeps the candidates that hold every phrase; for a query of nothing but phrases only messages with one are hits. */
function verifyPhrases(
  index: SearchIndex,
  words: readonly QueryWord[],
  candidates: readonly Candidate[],
  scope: Scope,
): { readonly candidates: readonly Candidate[]; readonly hits: ReadonlyMap<number, Uint8Array> } {
  const phrases = words.filter((word) => word.phrase)
  const hits = new Map<number, Uint8Array>()
  if (phrases.length === 0) return { candidates, hits }
  const kept = candidates.filter(({ session }) => {
    const mask = scope.mask(session)
    const marks = new Uint8Array(index.table(session).positions.length)
    for (const phrase of phrases) {
      const holders = holdersOf(index, session, phrase).filter(
        (ordinal) => mask === undefined || mask[ordinal] === 1,
      )
      const titled = mask === undefined && holders.length === 0 && titleHolds(index, session, phrase)
      if (holders.length === 0 && !titled) return false
      for (const ordinal of holders) marks[ordinal] = 1
    }
    if (phrases.length === words.length) hits.set(session, marks)
    return true
  })
  return { candidates: kept, hits }
}

function titleHolds(index: SearchIndex, session: number, phrase: QueryWord): boolean {
  const { title, name } = index.facts(session)
  return [title, name].some((text) => holdsPhrase(analyze(text), phrase.tokens))
}
