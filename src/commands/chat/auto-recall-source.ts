import { bootCard } from '../../agent/auto-recall/boot-card.ts'
import { passageOf } from '../../agent/auto-recall/passage-of.ts'
import { type RecallPlan, planRecall } from '../../agent/auto-recall/plan-recall.ts'
import { recallBlock } from '../../agent/auto-recall/recall-block.ts'
import { recallSessions } from '../../agent/auto-recall/recall-sessions.ts'
import type { ActiveConversation } from '../../agent/active-conversation.ts'
import type { ChatCli, SessionSummary } from '../../chatcli.ts'
import { ChatCliError } from '../../errors.ts'
import type { Model } from '../../models/model.ts'
import type { SessionHit } from '../../search/search-result.ts'
import type { LiveConversation } from '../../store/live-conversation.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import type { ComingTurn, TurnSource, TurnSupplement } from './turn-source.ts'

export interface AutoRecallOptions {
  readonly chatcli: ChatCli
  readonly text: Catalogue
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** IANA name. */
  readonly timeZone: string
  /** Tools whose imported conversations no model gets to see, in lower case. */
  readonly hiddenSources: readonly string[]
  /** Random letters and digits. */
  readonly newMark: () => string
  /** Whether recalled text may go to a model; the person is asked only when they asked for the past. */
  readonly mayShare: (model: Model, isAsked: boolean) => Promise<boolean>
  /** Brings the index up to date behind the turn. */
  readonly index: () => void
}

/** What is known of one conversation from turn to turn. */
interface Memory {
  /** The card, by whether it may name a conversation: the same in every turn, so that providers can cache it. */
  readonly cards: Map<boolean, string | undefined>
  /** Sessions the person was told of last, and turns since then in which none came to mind. */
  told: ReadonlySet<string>
  quiet: number
  /** Providers nothing is sent to, since the person said so when they were asked. */
  readonly refused: Set<string>
}

/** Turns without any recall after which the subject counts as another. */
const otherSubject = 3
const lastMessages = 3

/**
 * What past conversations say on what is being said, without being asked by the model: from what the index has at this
 * moment, never from private sessions, hidden sources, or this conversation and its forks.
 */
export function autoRecallSource(options: AutoRecallOptions): TurnSource {
  const memories = new WeakMap<LiveConversation, Memory>()
  return async (turn) => {
    const { live } = turn.conversation
    let memory = memories.get(live)
    if (memory === undefined) {
      memory = { cards: new Map(), told: new Set(), quiet: 0, refused: new Set() }
      memories.set(live, memory)
    }
    try {
      const recalled = await recall(turn, memory, options)
      const before = card(memory, turn, await options.mayShare(turn.model, false), options)
      return { before, ...recalled }
    } finally {
      options.index()
    }
  }
}

async function recall(turn: ComingTurn, memory: Memory, options: AutoRecallOptions): Promise<TurnSupplement> {
  const { words, mode, model, conversation } = turn
  const { chatcli, text, newMark, timeZone, hiddenSources } = options
  const now = options.now()
  const said = conversation.messages.filter(({ role }) => role === 'user' || role === 'assistant')
  const before = said.slice(-lastMessages).map(({ content }) => content)
  const plan = planRecall({ words, before, now, timeZone })
  const window = flat(said.map(({ content }) => content).join('\n'))
  const sessions =
    plan === undefined
      ? []
      : recallSessions(plan, {
          search: (query, more) => chatcli.search(query, { ...more, now, timeZone }),
          isOpen: (hit) => isOpen(hit, conversation, chatcli, hiddenSources) && !isSaidIn(window, hit),
        })
  if (plan === undefined || sessions.length === 0 || !(await isAllowed(plan, model, memory, options))) {
    if (++memory.quiet >= otherSubject) memory.told = new Set()
    return {}
  }
  memory.quiet = 0
  const { tail, lines } = recallBlock(sessions, { mode, now, mark: newMark() })
  const names = sessions.map(({ name }) => name)
  if (names.every((name) => memory.told.has(name))) return { tail }
  memory.told = new Set(names)
  const { autoRecall } = text
  const shown = sessions.map(({ name, updatedAt }) => {
    const at = Date.parse(updatedAt)
    return autoRecall.session(name, autoRecall.ago(Number.isNaN(at) ? undefined : now - at))
  })
  return { tail, shown: { line: autoRecall.recalled(shown), whole: lines } }
}

async function isAllowed(
  { mode }: RecallPlan,
  model: Model,
  { refused }: Memory,
  { mayShare }: AutoRecallOptions,
): Promise<boolean> {
  const isAsked = mode === 'explicit' && !refused.has(model.provider)
  const isGiven = await mayShare(model, isAsked)
  if (isAsked && !isGiven) refused.add(model.provider)
  return isGiven
}

/** Whether a model may be told of a session in this conversation. */
function isOpen(
  hit: SessionHit,
  { live, name, origin }: ActiveConversation,
  { sessions }: ChatCli,
  hiddenSources: readonly string[],
): boolean {
  if (hit.echo === true || hit.family === live.family) return false
  if (hit.name === name || hit.name === origin) return false
  try {
    const session = sessions.summary(hit.name)
    const { id, transcriptId } = session
    return !isClosed(session, hiddenSources) && id !== live.id && transcriptId !== live.transcriptId
  } catch (error) {
    // It is gone since it was indexed.
    if (error instanceof ChatCliError) return false
    throw error
  }
}

function isClosed(
  session: Pick<SessionSummary, 'private' | 'source'>,
  hiddenSources: readonly string[],
): boolean {
  return session.private || hiddenSources.includes(session.source?.tool.toLowerCase() ?? '')
}

/** Whether the passage stands in this conversation: another program's copy of it, or one that was imported. */
function isSaidIn(window: string, hit: SessionHit): boolean {
  const passage = flat(passageOf(hit).replace(/^…|…$/g, ''))
  return passage !== '' && window.includes(passage)
}

function flat(text: string): string {
  return text.replace(/[\s⏎]+/g, ' ').trim()
}

function card(
  { cards }: Memory,
  { conversation }: ComingTurn,
  mayName: boolean,
  { chatcli, hiddenSources, newMark, ...options }: AutoRecallOptions,
): string | undefined {
  if (cards.has(mayName)) return cards.get(mayName)
  const { live, origin } = conversation
  const saved = chatcli.sessions
    .list()
    .sessions.filter(
      (session) =>
        !isClosed(session, hiddenSources) &&
        session.transcriptId !== live.transcriptId &&
        session.name !== origin,
    )
  const newest = mayName ? saved[0] : undefined
  const made = bootCard({ count: saved.length, newest, now: options.now(), mark: newMark() })
  cards.set(mayName, made)
  return made
}
