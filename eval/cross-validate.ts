import { memoryIndex } from '../src/search/memory-index.ts'
import type { RankingConstants } from '../src/search/ranking-constants.ts'
import { rankingConstants } from '../src/search/ranking-constants.ts'
import { searchIndex } from '../src/search/search.ts'
import type { SearchIndex } from '../src/search/search-index.ts'
import type { EvalData, EvalQuery, EvalSession } from './data.ts'
import { averagedKinds, newestTime } from './evaluate.ts'
import { hitAt, ndcgAt } from './metrics.ts'
import type { EvalStore } from './store.ts'

/** What a part of the ranking gains on conversations it was not tuned on, in percent points, as means over those. */
export interface FeatureGain {
  readonly feature: string
  readonly ndcg10: number
  readonly hit1: number
  /** Conversations on which it is better than without. */
  readonly better: number
  readonly conversations: number
}

interface Feature {
  readonly feature: string
  readonly off: Partial<RankingConstants>
  readonly choices: readonly Partial<RankingConstants>[]
}

function feature(name: string, key: keyof RankingConstants, off: number, ...values: number[]): Feature {
  return { feature: name, off: { [key]: off }, choices: values.map((value) => ({ [key]: value })) }
}

const now: Partial<RankingConstants> = { ...rankingConstants }
const features: readonly Feature[] = [
  feature('messages beside', 'neighbourShare', 0, 0.2, 0.4, 0.6),
  feature('dates', 'timeBoost', 1, 2, 3, 4),
  feature('exact forms beside stems', 'exactShare', 0, 0.15, 0.3, 0.5),
  feature('names', 'nameWeight', 1, 1.15, 1.3, 1.6),
  feature('words that stand together', 'adjacencyShare', 0, 0.25, 0.5, 0.8),
  feature('names exactly as typed', 'literalShare', 0, 0.25, 0.5),
  feature('small words weigh less', 'lightWeight', 1, 0.2, 0.4, 0.6),
  feature('coverage', 'coveragePower', 0, 0.6, 0.8, 1),
  feature('recency', 'recencyShare', 0, 0.05, 0.1),
  {
    feature: 'all, over the first formula',
    off: {
      messageK1: 0.9,
      messageB: 0.4,
      sessionK1: 1.2,
      lightWeight: 0.2,
      nameWeight: 1,
      literalShare: 0,
      neighbourShare: 0,
      messageShare: 0.5,
      coveragePower: 1,
      timeBoost: 2,
    },
    choices: [now],
  },
]

interface Store {
  readonly index: SearchIndex
  readonly now: number
  readonly queries: readonly EvalQuery[]
}

interface Figures {
  readonly ndcg10: number
  readonly hit1: number
}

/**
 * Leaves out one conversation at a time: each part of the ranking takes the value that is best on the others, and is
 * compared on the one left out with the ranking without that part. Takes some minutes.
 */
export function crossValidate(
  data: EvalData,
  open: (sessions: readonly EvalSession[]) => EvalStore,
): FeatureGain[] {
  const stores = storesOf(data, open)
  const known = new Map<string, ReadonlyMap<string, Figures>>()
  const measured = (changes: Partial<RankingConstants>): ReadonlyMap<string, Figures> => {
    const key = JSON.stringify({ ...now, ...changes })
    let figures = known.get(key)
    if (figures === undefined) known.set(key, (figures = measure(stores, changes)))
    return figures
  }
  return features.map(({ feature, off, choices }) => {
    const without = measured(off)
    const conversations = [...without.keys()]
    const gains = conversations.map((left): Figures => {
      const others = conversations.filter((conversation) => conversation !== left)
      const score = (changes: Partial<RankingConstants>): number =>
        mean(others.map((conversation) => measured(changes).get(conversation)?.ndcg10 ?? 0))
      const best = choices.reduce((a, b) => (score(b) > score(a) ? b : a))
      const [chosen, before] = [measured(best).get(left), without.get(left)]
      return {
        ndcg10: (chosen?.ndcg10 ?? 0) - (before?.ndcg10 ?? 0),
        hit1: (chosen?.hit1 ?? 0) - (before?.hit1 ?? 0),
      }
    })
    return {
      feature,
      ndcg10: mean(gains.map((gain) => gain.ndcg10)),
      hit1: mean(gains.map((gain) => gain.hit1)),
      better: gains.filter((gain) => gain.ndcg10 > 0).length,
      conversations: gains.length,
    }
  })
}

function storesOf(data: EvalData, open: (sessions: readonly EvalSession[]) => EvalStore): readonly Store[] {
  return [...new Set(data.sessions.map((session) => session.corpus))].map((corpus) => {
    const sessions = data.sessions.filter((session) => session.corpus === corpus)
    const queries = data.queries.filter(
      (query) => query.corpus === corpus && averagedKinds.includes(query.set),
    )
    const store = open(sessions)
    try {
      const index = memoryIndex(sessions.map((session) => store.record(session.name)))
      return { index, now: newestTime(sessions), queries }
    } finally {
      store.close()
    }
  })
}

/** Figures in percent by conversation, with some constants changed. */
function measure(stores: readonly Store[], changes: Partial<RankingConstants>): ReadonlyMap<string, Figures> {
  Object.assign(rankingConstants, now, changes)
  try {
    const rows = new Map<string, Figures[]>()
    for (const { index, now, queries } of stores) {
      for (const { query, conversation, gold } of queries) {
        const { sessions } = searchIndex(index, query, { now, timeZone: 'UTC', sessions: 10, limit: 1 })
        const names = sessions.map((session) => session.name)
        const wanted = new Set(gold)
        const row = { ndcg10: 100 * ndcgAt(names, wanted, 10), hit1: 100 * hitAt(names, wanted, 1) }
        rows.set(conversation, [...(rows.get(conversation) ?? []), row])
      }
    }
    return new Map(
      [...rows].map(([conversation, all]) => [
        conversation,
        { ndcg10: mean(all.map((row) => row.ndcg10)), hit1: mean(all.map((row) => row.hit1)) },
      ]),
    )
  } finally {
    Object.assign(rankingConstants, now)
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
