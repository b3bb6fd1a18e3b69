import type { EvalData, EvalQuery, EvalSession } from './data.ts'
import { hitAt, ndcgAt, recallAt, reciprocalRank } from './metrics.ts'
import type { EvalStore } from './store.ts'

/** Means over the queries of one kind, in percent. The last two are over the queries that name messages. */
export interface KindFigures {
  readonly n: number
  readonly hit1: number
  readonly hit5: number
  readonly recall5: number
  readonly mrr: number
  readonly ndcg10: number
  /** Queries without any answer. */
  readonly zero: number
  /** Wanted messages among the ten best of the answer. */
  readonly messageRecall10: number
  /** A wanted message is on the page that `get` with the query shows of its session. */
  readonly pageHit: number
}

export interface Evaluation {
  readonly kinds: Readonly<Record<string, KindFigures>>
  /** Mean over the {@link averagedKinds} that occur, in percent. */
  readonly ndcg10Average: number
}

/** Questions made to mislead are measured, but the average is over honest ones. */
export const averagedKinds: readonly string[] = ['question', 'keywords', 'statement', 'event', 'tech']

interface Sums {
  readonly session: number[][]
  readonly message: number[][]
}

/** Runs every query against the store of its corpus, with default settings, asked just after the newest message. */
export function evaluate(data: EvalData, open: (sessions: readonly EvalSession[]) => EvalStore): Evaluation {
  const byKind = new Map<string, Sums>()
  for (const corpus of new Set(data.sessions.map((session) => session.corpus))) {
    const sessions = data.sessions.filter((session) => session.corpus === corpus)
    const now = newestTime(sessions)
    const store = open(sessions)
    try {
      for (const query of data.queries) {
        if (query.corpus !== corpus) continue
        const sums = byKind.get(query.set) ?? { session: [], message: [] }
        byKind.set(query.set, sums)
        measure(store, query, now, sums)
      }
    } finally {
      store.close()
    }
  }
  const kinds = Object.fromEntries([...byKind].map(([kind, sums]) => [kind, figures(sums)]))
  const averaged = averagedKinds.flatMap((kind) => kinds[kind]?.ndcg10 ?? [])
  return { kinds, ndcg10Average: rounded(averaged.reduce((a, b) => a + b, 0) / Math.max(1, averaged.length)) }
}

/** Time of the newest message, milliseconds since the epoch. */
export function newestTime(sessions: readonly EvalSession[]): number {
  const times = sessions.flatMap((session) =>
    session.messages.map((message) => Date.parse(message.created_at ?? '')),
  )
  return times.reduce((latest, at) => (at > latest ? at : latest), 0)
}

function measure(store: EvalStore, query: EvalQuery, now: number, into: Sums): void {
  const times = { now, timeZone: 'UTC' }
  const { sessions } = store.search(query.query, { ...times, sessions: 10, limit: 10 })
  const names = sessions.map((session) => session.name)
  const gold = new Set(query.gold)
  into.session.push([
    hitAt(names, gold, 1),
    hitAt(names, gold, 5),
    recallAt(names, gold, 5),
    reciprocalRank(names, gold),
    ndcgAt(names, gold, 10),
    names.length === 0 ? 1 : 0,
  ])
  if (query.turns.length === 0) return
  const messages = sessions
    .flatMap((session) =>
      session.messages.map(({ position, score }) => ({ key: keyOf(session.name, position), score })),
    )
    .sort((a, b) => b.score - a.score)
    .map((message) => message.key)
  const turns = new Set(query.turns.map(([session, position]) => keyOf(session, position)))
  const pages = [...new Set(query.turns.map(([session]) => session))].map((name): number => {
    const page = store.page(name, { ...times, query: query.query })
    return page.messages.some((message) => turns.has(keyOf(name, message.position))) ? 1 : 0
  })
  const pageHit = pages.reduce((sum, hit) => sum + hit, 0) / pages.length
  into.message.push([recallAt(messages, turns, 10), pageHit])
}

function keyOf(session: string, position: number): string {
  return `${session}#${position}`
}

function figures(sums: Sums): KindFigures {
  const [hit1, hit5, recall5, mrr, ndcg10, zero] = means(sums.session, 6)
  const [messageRecall10, pageHit] = means(sums.message, 2)
  return {
    n: sums.session.length,
    hit1: hit1 ?? 0,
    hit5: hit5 ?? 0,
    recall5: recall5 ?? 0,
    mrr: mrr ?? 0,
    ndcg10: ndcg10 ?? 0,
    zero: zero ?? 0,
    messageRecall10: messageRecall10 ?? 0,
    pageHit: pageHit ?? 0,
  }
}

function means(rows: readonly (readonly number[])[], columns: number): number[] {
  return Array.from({ length: columns }, (_, column) =>
    rounded((100 * rows.reduce((sum, row) => sum + (row[column] ?? 0), 0)) / Math.max(1, rows.length)),
  )
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
