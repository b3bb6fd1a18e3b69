import { bootCard } from '../../agent/auto-recall/boot-card.ts'
import { type RecallPlan, planRecall } from '../../agent/auto-recall/plan-recall.ts'
import { recallBlock } from '../../agent/auto-recall/recall-block.ts'
import { recallSessions } from '../../agent/auto-recall/recall-sessions.ts'
import type { ActiveConversation } from '../../agent/active-conversation.ts'
import type { ChatCli, SessionSummary } from '../../chatcli.ts'
import { ChatCliError } from '../../errors.ts'
import type { SessionHit } from '../../search/search-result.ts'
import type { LiveConversation } from '../../store/live-conversation.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { maskSecrets } from '../../text/secrets/mask-secrets.ts'
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
  /** Put placeholders for secrets into what a model elsewhere is told; not, when not given. */
  readonly mask?: boolean
  /** Random letters and digits. */
  readonly newMark: () => string
  /** Brings the index up to date behind the turn. */
  readonly index: () => void
}

/** What is known of one conversation from turn to turn. */
interface Memory {
  /** The same in every turn, so that providers can cache it. */
  readonly card: string | undefined
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
      const card = bootCard(countOthers(turn.conversation, options))
      memory = { card, told: new Set(), quiet: 0, refused: new Set() }
      memories.set(live, memory)
    }
    try {
      return { before: memory.card, ...(await recall(turn, memory, options)) }
    } finally {
      options.index()
    }
  }
}

async function recall(turn: ComingTurn, memory: Memory, options: AutoRecallOptions): Promise<TurnSupplement> {
  const { words, messages, mode, conversation } = turn
  const { chatcli, text, newMark, timeZone, hiddenSources } = options
  const now = options.now()
  const said = messages.filter(({ role }) => role === 'user' || role === 'assistant')
  const before = said.slice(-lastMessages).map(({ content }) => content)
  const plan = planRecall({ words, before, now, timeZone })
  const mask = (whole: string): string =>
    options.mask === true && !turn.model.isLocal ? maskSecrets(whole).text : whole
  let flattened: string | undefined
  // Only hits that may be told of are looked for in it.
  const window = (): string => (flattened ??= flat(said.map(({ content }) => content).join('\n')))
  const sessions =
    plan === undefined
      ? []
      : recallSessions(plan, {
          search: (query, more) => chatcli.search(query, { ...more, now, timeZone, clean: mask }),
          isOpen: (hit) => isOpen(hit, conversation, chatcli, hiddenSources) && !isSaidIn(window(), hit),
        })
  if (plan === undefined || sessions.length === 0 || !(await isAllowed(plan, turn, memory))) {
    if (++memory.quiet >= otherSubject) memory.told = new Set()
    return {}
  }
  memory.quiet = 0
  const block = recallBlock(sessions, { mode, now, mark: newMark() })
  const tail = mask(block.tail)
  const names = sessions.map(({ name }) => name)
  if (names.every((name) => memory.told.has(name))) return { tail }
  memory.told = new Set(names)
  const { autoRecall } = text
  const shown = sessions.map(({ name, updatedAt }) => {
    const at = Date.parse(updatedAt)
    return autoRecall.session(name, autoRecall.ago(Number.isNaN(at) ? undefined : now - at))
  })
  return { tail, shown: { line: autoRecall.recalled(shown), whole: mask(block.lines) } }
}

async function isAllowed(
  { mode }: RecallPlan,
  { model, mayRecall }: ComingTurn,
  { refused }: Memory,
): Promise<boolean> {
  const isAsked = mode === 'explicit' && !refused.has(model.provider)
  const isGiven = await mayRecall(isAsked)
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

/** Whether what it says stands in this conversation: another program's copy of it, or one that was imported. */
function isSaidIn(window: string, { messages }: SessionHit): boolean {
  const passages = messages.map(({ snippet }) => flat(snippet.text.replace(/^…|…$/g, '')))
  const said = passages.filter((passage) => passage !== '')
  return said.length > 0 && said.every((passage) => window.includes(passage))
}

function flat(text: string): string {
  return text.replace(/[\s⏎]+/g, ' ').trim()
}

/** How many a model may be told of, without this conversation. */
function countOthers(
  { live, origin }: ActiveConversation,
  { chatcli, hiddenSources }: AutoRecallOptions,
): number {
  const isOther = (session: SessionSummary): boolean =>
    !isClosed(session, hiddenSources) && session.transcriptId !== live.transcriptId && session.name !== origin
  return chatcli.sessions.list().sessions.filter(isOther).length
}
