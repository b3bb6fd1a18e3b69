import { createArena } from './arena.ts'
import { bestFolded } from './best-folded.ts'
import { messageWeights } from './message-weights.ts'
import type { ParsedQuery, QueryTime, QueryWord } from './parsed-query.ts'
import type { Candidates } from './qualify.ts'
import { firstScores } from './first-scores.ts'
import { messagesWithAll, phraseTest } from './phrase-match.ts'
import { qualify } from './qualify.ts'
import type { QueryTerms } from './query-terms.ts'
import { rangeInside } from './range-inside.ts'
import { rankingConstants } from './ranking-constants.ts'
import type { Scope } from './scope.ts'
import { holdersOf } from './scope.ts'
import type { MessageScores } from './finish-scores.ts'
import { finishScores } from './finish-scores.ts'
import type { MessageContext, PlainScores } from './score-messages.ts'
import { plainScores } from './score-messages.ts'
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

/** Memory for the columns of one ranking: nothing of them is left when it is done. */
const room = createArena(2 ** 24)

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
  room.recycle()
  const qualified = qualify(index, terms, scope, room)
  const { candidates, hitsIn } = verifyPhrases(index, query.words, qualified, scope)
  const { doc, coverage } = candidates
  const { machine, updatedAt } = index.columns
  const inside = insideOf(index, candidates.sessions, query.times)
  const { scores, shares } = firstScores(candidates, inside, machine, room)
  // The time is something that was asked for, like a word; where nobody has it, it tells nothing.
  const all = inside === undefined ? candidates.all : both(candidates.all, inside)
  const sessions = options.strict
    ? candidates.sessions.filter((session) => all[session] === 1)
    : candidates.sessions
  const newer = newerFirst(index, options.now)
  const keep = Math.max(leastKept, options.asked)
  const order = { all, scores, otherwise: newer }
  const { folded, total } = bestFolded(index.columns, sessions, order, keep, room)
  const weights = messageWeights(index, terms)
  const drafts = folded.map(({ session, alsoIn }): Draft => {
    const mask = hitsIn(session) ?? scope.mask(session)
    const context = { index, query: terms, weights, session, mask, room }
    const plain = plainScores(context)
    const timely = inside === undefined || inside[session] === 1
    const parts = {
      messages: plain.bound,
      session: doc[session]!,
      coverage: shares[session]!,
      time: inside !== undefined && timely ? rankingConstants.timeBoost : 1,
      recency: 1 + recencyOf(updatedAt[session]!, options.now),
      named: machine[session] === 1 ? rankingConstants.machineShare : 1,
    }
    const isAll = all[session] === 1
    const tier = tierOf(isAll, coverage[session]!)
    return { session, all: isAll, timely, score: scoreOf(parts), tier, alsoIn, context, plain, parts }
  })
  return { sessions: finishBest(drafts, options.asked, orderOf(newer)), total }
}

function both(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((value, i) => value & b[i]!)
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
  /** With the most that the messages can become. */
  readonly parts: ScoreParts
}

/** Finishes drafts, the most promising first, until no other can come among the best that were asked for. */
function finishBest(drafts: readonly Draft[], asked: number, before: Order): RankedSession[] {
  const done: (RankedSession & Placed)[] = []
  for (const draft of drafts.toSorted(before)) {
    const last = done[asked - 1]
    if (last !== undefined && before(last, draft) < 0) break
    const { session, all, tier, timely, alsoIn } = draft
    const isOfUse = (bound: number): boolean =>
      last === undefined ||
      before(last, { session, all, score: scoreOf({ ...draft.parts, messages: bound }) }) > 0
    const messages = finishScores(draft.context, draft.plain, isOfUse)
    if (messages === undefined) continue
    const parts = { ...draft.parts, messages: messages.agg }
    done.push({ session, all, tier, timely, score: scoreOf(parts), parts, messages, alsoIn })
    done.sort(before)
  }
  return done.slice(0, asked)
}

const noParts: ScoreParts = { messages: 0, session: 0, coverage: 1, time: 1, recency: 1, named: 1 }

/** Sessions a query of nothing but framing asks for: the newest, those at the time asked for only if there are any. */
export function rankRecent(
  index: SearchIndex,
  query: ParsedQuery,
  scope: Scope,
  { now, asked }: Pick<RankOptions, 'now' | 'asked'>,
): Ranking {
  const all = Uint32Array.from(index.columns.messages.keys()).filter(
    (session) => index.columns.messages[session]! > 0 && scope.admits(session),
  )
  const inside = insideOf(index, all, query.times)
  const wanted = inside === undefined ? all : all.filter((session) => inside[session] === 1)
  const { sessions: count } = index.totals
  const order = {
    all: new Uint8Array(count),
    scores: new Float64Array(count),
    otherwise: newerFirst(index, now),
  }
  const { folded, total } = bestFolded(index.columns, wanted, order, asked)
  const sessions = folded.map(({ session, alsoIn }): RankedSession => {
    const mask = scope.mask(session)
    const ordinals = Array.from({ length: index.columns.messages[session]! }, (_, i) => i).filter(
      (i) => mask === undefined || mask[i] === 1,
    )
    const found = ordinals.map((ordinal) => ({ ordinal, score: 0, own: true, adjacency: 0 }))
    const own = (count: number): typeof found => found.slice(0, count)
    const messages = { agg: 0, matches: ordinals.length, best: found, own }
    return { session, tier: 'recent', timely: true, score: 0, parts: noParts, messages, alsoIn }
  })
  return { sessions, total }
}

interface Placed {
  readonly session: number
  readonly all: boolean
  readonly score: number
}

type Order = (a: Placed, b: Placed) => number

/** Every word first, then score, then newer, then name. */
function orderOf(newer: (a: number, b: number) => number): Order {
  return (a, b) => {
    if (a.all !== b.all) return a.all ? -1 : 1
    if (a.score !== b.score) return a.score > b.score ? -1 : 1
    return newer(a.session, b.session)
  }
}

function newerFirst(index: SearchIndex, now: number): (a: number, b: number) => number {
  const { updatedAt } = index.columns
  const age = (session: number): number => {
    const at = updatedAt[session]!
    // A stamp from the future is a broken clock, not the newest of all.
    return at > now + day || Number.isNaN(at) ? Infinity : -at
  }
  return (a, b) => {
    const first = age(a)
    const second = age(b)
    if (first !== second) return first < second ? -1 : 1
    return index.facts(a).name < index.facts(b).name ? -1 : 1
  }
}

function tierOf(all: boolean, coverage: number): Tier {
  if (all) return 'all'
  return coverage >= 0.5 ? 'most' : 'any'
}

function recencyOf(updatedAt: number, now: number): number {
  const age = now - updatedAt
  return age >= -day ? rankingConstants.recencyShare / (1 + Math.max(0, age) / week) : 0
}

/** 1 for each session that says something at a time the query prefers; undefined when no session does. */
function insideOf(
  index: SearchIndex,
  sessions: Uint32Array,
  times: readonly QueryTime[],
): Uint8Array | undefined {
  const soft = times.filter((time) => !time.hard)
  if (soft.length === 0) return undefined
  const inside = new Uint8Array(index.totals.sessions)
  for (const session of sessions) if (isInside(index, session, soft)) inside[session] = 1
  return inside.includes(1) ? inside : undefined
}

function isInside(index: SearchIndex, session: number, times: readonly QueryTime[]): boolean {
  const firstAt = index.columns.firstAt[session]!
  const lastAt = index.columns.lastAt[session]!
  const told = times.map(({ from = -Infinity, to = Infinity }) => rangeInside(firstAt, lastAt, from, to))
  if (told.some((inside) => inside === 'all' || inside === 'some')) return true
  if (!told.includes('unknown')) return false
  const { at } = index.table(session)
  for (let i = 0; i < at.length; i++) {
    const moment = at[i] ?? NaN
    if (times.some(({ from = -Infinity, to = Infinity }) => moment >= from && moment < to)) return true
  }
  return false
}

/** Keeps the candidates that hold every phrase; for a query of nothing but phrases only messages with one are hits. */
function verifyPhrases(
  index: SearchIndex,
  words: readonly QueryWord[],
  candidates: Candidates,
  scope: Scope,
): {
  readonly candidates: Candidates
  /** 1 for each message of a session that is a hit, by ordinal; undefined when all that count are. */
  readonly hitsIn: (session: number) => Uint8Array | undefined
} {
  const phrases = words.filter((word) => word.phrase)
  if (phrases.length === 0) return { candidates, hitsIn: () => undefined }
  const tests = phrases.map(({ tokens }) => ({ tokens, holds: phraseTest(tokens) }))
  // A look at as few texts as possible: a phrase of common words may be anywhere.
  const sessions = candidates.sessions.filter((session) => {
    const mask = scope.mask(session)
    return tests.every(({ tokens, holds }) => {
      const counting = messagesWithAll(index, session, tokens).filter(
        (m) => mask === undefined || mask[m] === 1,
      )
      if (counting.some((ordinal) => holds(index.text(session, ordinal)))) return true
      const { title, name } = index.facts(session)
      return mask === undefined && (holds(title) || holds(name))
    })
  })
  const finders = phrases.map((phrase) => holdersOf(index, phrase))
  const hitsIn = (session: number): Uint8Array | undefined => {
    if (phrases.length < words.length) return undefined
    const mask = scope.mask(session)
    const marks = new Uint8Array(index.columns.messages[session]!)
    for (const find of finders)
      for (const ordinal of find(session)) if (mask === undefined || mask[ordinal] === 1) marks[ordinal] = 1
    return marks
  }
  return { candidates: { ...candidates, sessions }, hitsIn }
}
