import { planRecall } from '../src/agent/auto-recall/plan-recall.ts'
import { recallSessions } from '../src/agent/auto-recall/recall-sessions.ts'
import type { EvalData, EvalSession } from './data.ts'
import { newestTime } from './evaluate.ts'
import type { EvalStore } from './store.ts'

/** How often what came to mind was right, in numbers of turns. */
export interface RecallFigures {
  readonly turns: number
  /** The wanted session came first; it came at all. */
  readonly first: number
  readonly right: number
  /** Only others came. */
  readonly wrong: number
}

export interface RecallEvaluation {
  /** Labelled questions in words that speak of the past. */
  readonly explicit: RecallFigures
  /** Labelled questions, words and statements that do not. */
  readonly unasked: RecallFigures
  /** Turns of the conversations themselves, each without its own conversation: right is a sister of it. */
  readonly turns: RecallFigures
  /** Sentences that are about nothing in particular. */
  readonly ordinary: RecallFigures
}

/** Conversations that continue one another, by the beginning of their names. */
const sisters = /^(?:[a-z]+-[a-z]+(?=-)|trieste|fila-boletos|(?:rye|first)?-?sourdough)/
const dated = { timeZone: 'UTC' }

/**
 * What automatic recall brings to mind over one corpus: for its labelled queries, for the first turns of each
 * conversation, and for ordinary sentences.
 *
 * @param turnsEach how many turns of each conversation
 */
export function evaluateRecall(
  data: EvalData,
  open: (sessions: readonly EvalSession[]) => EvalStore,
  { ordinary, turnsEach }: { readonly ordinary: readonly string[]; readonly turnsEach: number },
): RecallEvaluation {
  const store = open(data.sessions)
  const now = newestTime(data.sessions)
  const figures = { explicit: none(), unasked: none(), turns: none(), ordinary: none() }
  const count = (
    words: string,
    {
      before = [],
      live,
      wanted,
    }: { before?: readonly string[]; live?: string; wanted: (name: string) => boolean },
    kind?: keyof RecallEvaluation,
  ): void => {
    const plan = planRecall({ words, before, now, ...dated })
    const names =
      plan === undefined
        ? []
        : recallSessions(plan, {
            search: (query, options) => store.search(query, { ...options, ...dated, now }),
            isOpen: ({ name }) => name !== live,
          }).map(({ name }) => name)
    const row = figures[kind ?? (plan?.mode === 'explicit' ? 'explicit' : 'unasked')]
    row.turns++
    if (names.some(wanted)) row.right++
    else if (names.length > 0) row.wrong++
    if (names[0] !== undefined && wanted(names[0])) row.first++
  }
  try {
    store.search('', {})
    for (const { query, gold } of data.queries) count(query, { wanted: (name) => gold.includes(name) })
    for (const words of ordinary) count(words, { wanted: () => false }, 'ordinary')
    for (const { name, messages } of data.sessions) {
      const said = messages.filter(({ role }) => role === 'user' || role === 'assistant')
      const turns = [...said.keys()].filter((at) => said[at]?.role === 'user').slice(0, turnsEach)
      for (const at of turns) {
        const before = said.slice(Math.max(0, at - 3), at).map(({ content }) => content)
        const wanted = (other: string): boolean => isSister(name, other)
        count(said[at]?.content ?? '', { before, live: name, wanted }, 'turns')
      }
    }
  } finally {
    store.close()
  }
  return figures
}

function none(): { -readonly [Key in keyof RecallFigures]: number } {
  return { turns: 0, first: 0, right: 0, wrong: 0 }
}

function isSister(a: string, b: string): boolean {
  const key = (name: string): string => sisters.exec(name)?.[0].replace(/^.*sourdough$/, 'sourdough') ?? name
  return key(a) === key(b)
}
