import type { MarkBody } from '../conversation/event.ts'
import { isThinking } from '../conversation/compaction/message-kinds.ts'
import type { Message, ToolCall } from '../conversation/message.ts'
import { ChatCliError } from '../errors.ts'
import { isTooLong } from '../models/is-too-long.ts'
import type { Model, ModelEvent } from '../models/model.ts'
import { estimateTokens } from '../models/token-count/estimate-tokens.ts'
import type { ActiveConversation } from './active-conversation.ts'
import type { ActiveNotice } from './active-notice.ts'
import type { TurnEnd } from './conversation-events.ts'
import { answerIds } from './answer-ids.ts'
import { type Answer, AnswerReader } from './answer-reader.ts'
import type { Compacted, Compactor, Fitted } from './compaction/compactor.ts'
import { ownTurnLast } from './compaction/own-turn-last.ts'
import { requestTokens } from './compaction/request-tokens.ts'
import type { Mode } from './modes.ts'
import type { Decision } from './permissions.ts'
import { describeTools } from './text-tool-calls/describe-tools.ts'
import type { PermissionRequest, Tool, ToolResult } from './tool.ts'
import { type SavingEvent, sayInTurn } from './say-in-turn.ts'
import { runTools } from './tools/run-tools.ts'
import { type UsageTotal, totalUsage } from './usage-total.ts'
import { withTail } from './with-tail.ts'

export type { Mode }

export type TurnEvent =
  | Exclude<ModelEvent, { kind: 'end' | 'tool-call' }>
  /** An answer begins: what comes of it is kept in this turn, its text under `id`, its thoughts under `thoughtId`. */
  | { readonly kind: 'answering'; readonly turn: string; readonly id: string; readonly thoughtId: string }
  /** Text that is no Markdown: what the memory found. */
  | { readonly kind: 'found'; readonly text: string }
  /** The model is given something beside the conversation: a line on it, and the whole of it. */
  | { readonly kind: 'supplement'; readonly line: string; readonly whole: string }
  /** Something that would have been given could not be made. */
  | { readonly kind: 'supplement-failed'; readonly reason: string }
  /** Something happened to the conversation elsewhere. */
  | { readonly kind: 'notice'; readonly notice: ActiveNotice }
  | SavingEvent
  | { readonly kind: 'tool-start'; readonly call: ToolCall }
  | { readonly kind: 'tool-end'; readonly call: ToolCall; readonly result: ToolResult }
  /** The window was made smaller, so that the model can take it. */
  | ({ readonly kind: 'compacted' } & Compacted)
  /** An answer is complete; more may follow in the same turn. */
  | { readonly kind: 'answered'; readonly message: Message }

/** What a model is told beside the conversation. */
export type Told = Pick<TurnOptions, 'instructions' | 'tail' | 'tools'>

export interface TurnOptions {
  readonly conversation: ActiveConversation
  readonly model: Model
  readonly mode: Mode
  /** What the model is told before the conversation. */
  readonly instructions: string
  /** What it is told in front of the person's words, in the requests of this turn only; it is kept nowhere. */
  readonly tail?: string | undefined
  readonly tools: readonly Tool[]
  /** Asked once the words are on the disk, with the messages before them: what the model is told in place of the above. */
  readonly prepare?: ((before: readonly Message[]) => Promise<Told>) | undefined
  readonly decide: (request: PermissionRequest) => Promise<Decision>
  /** What the model is given of the window, when not all. */
  readonly given?: ((messages: readonly Message[]) => Promise<readonly Message[]>) | undefined
  readonly signal: AbortSignal
  /** Told what the turn is called, before anything is said. */
  readonly onBegin?: ((turn: string) => void) | undefined
  /** What the model thinks is kept too, each time in front of what it says then; no model is ever given it. */
  readonly keepThoughts?: boolean | undefined
  /** Keeps the window small enough; it is taken as it is, when not given. */
  readonly compactor?: Compactor | undefined
  /** How often the model is asked at most. */
  readonly maxSteps: number
  readonly maxTokens?: number | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Ids for the calls of a model that gives none. */
  readonly newId: () => string
  readonly onEvent: (event: TurnEvent) => void
}

export interface TurnOutcome {
  readonly end: TurnEnd
  /** What the model said last; the part that came, when it was cut off. */
  readonly text: string
  readonly usage: UsageTotal
  /** Why it failed. */
  readonly error: ChatCliError | undefined
}

/** A long answer is put on the disk in parts while it comes, this many milliseconds apart. */
const PART_MS = 2000

/**
 * One turn: what the person said is on the disk before the model is asked, what the model said before its tools run,
 * their results before it is asked again. Whatever goes wrong, what was said until then is kept and the turn is ended.
 *
 * @throws ChatCliError what {@link ActiveConversation.beginTurn} throws; nothing was said then
 */
export async function runTurn(said: Message, options: TurnOptions): Promise<TurnOutcome> {
  const { conversation, model, mode, maxSteps, signal, onEvent } = options
  conversation.beginTurn()
  const { live } = conversation
  const turn = live.newTurn()
  options.onBegin?.(turn)
  const answers: Message[] = []
  const tellNotices = (): void => {
    for (const notice of conversation.takeNotices()) onEvent({ kind: 'notice', notice })
  }
  const say = sayInTurn(live, turn, onEvent)
  const dispatch: MarkBody = {
    kind: 'mark',
    mark: 'dispatch',
    data: { provider: model.provider, model: model.id },
  }
  let isOver = false
  const ended = (end: TurnOutcome['end'], error?: ChatCliError): TurnOutcome => {
    isOver = true
    conversation.completeTurn({ turn, mode, end })
    tellNotices()
    return { end, text: answers.at(-1)?.content ?? '', usage: totalUsage(answers), error }
  }

  const steps = async (): Promise<TurnOutcome> => {
    tellNotices()
    const before = conversation.messages
    say([{ ...said, meta: { mode, ...said.meta } }], false, [dispatch])
    conversation.introduce()
    const prepared = { ...options, ...(await options.prepare?.(before)) }
    for (let step = 1; ; step++) {
      const ids = answerIds(turn, step)
      onEvent({ kind: 'answering', turn, ...ids })
      const keepPart = (part: AnswerPart): void => {
        say([], false, [{ kind: 'mark', mark: 'partial', data: { ...ids, ...part } }])
      }
      const { answer, error } = await ask(prepared, { turn, words: said.content, keepPart })
      const message = messageOf(answer, options, { id: ids.id, error })
      const kept = [...thoughtOf(answer, options, ids.thoughtId), ...(message === undefined ? [] : [message])]
      if (message !== undefined) answers.push(message)
      if (error !== undefined) {
        const data = { code: error.code, reason: error.message }
        say(kept, true, [{ kind: 'mark', mark: 'cut-off', data }])
        return ended(error.code === 'interrupted' ? 'interrupted' : 'failed', error)
      }
      if (answer.calls.length === 0) {
        say(kept, true)
        if (message !== undefined) onEvent({ kind: 'answered', message })
        return ended(answer.end?.reason === 'length' ? 'length' : 'done')
      }
      if (message !== undefined) {
        say(kept, false)
        onEvent({ kind: 'answered', message })
      }
      const results = await runTools(prepared.tools, answer.calls, {
        signal,
        decide: options.decide,
        onStart: (call) => onEvent({ kind: 'tool-start', call }),
        onEnd: (call, result) => onEvent({ kind: 'tool-end', call, result }),
      })
      const isLast = signal.aborted || step >= maxSteps
      say(results, isLast, isLast ? [] : [dispatch])
      if (signal.aborted) return ended('interrupted', interrupted())
      if (isLast) return ended('steps')
    }
  }
  try {
    return await steps()
  } catch (error) {
    if (!isOver) conversation.completeTurn({ turn, mode, end: 'failed' })
    throw error
  }
}

/** The turn that asks. */
interface Asking {
  readonly turn: string
  /** What the person said in it. */
  readonly words: string
  readonly keepPart: (part: AnswerPart) => void
}

/** What came of an answer since its last part. */
interface AnswerPart {
  readonly text: string
  readonly thought?: string
}

/** Streams one answer; what came before an error is kept. */
async function ask(
  options: TurnOptions,
  asking: Asking,
  refused?: Refused,
): Promise<{ readonly answer: Answer; readonly error: ChatCliError | undefined }> {
  const { conversation, model, instructions, tail, given, maxTokens, signal, now, newId, onEvent } = options
  const { turn, words, keepPart } = asking
  const isText: boolean = model.toolCalls === 'text'
  const reader = new AnswerReader({ textCalls: isText, newId })
  const times = refused?.times ?? 0
  let fitted: Fitted
  try {
    fitted = await fit(options, turn, times)
  } catch (caught) {
    return { answer: reader.answer(), error: errorOf(caught) }
  }
  if (signal.aborted) return { answer: reader.answer(), error: interrupted() }
  if (refused !== undefined && fitted.estimated >= refused.estimated)
    return { answer: reader.answer(), error: refused.error }
  const window = ownTurnLast(fitted.window, turn, conversation.live).filter((one) => !isThinking(one))
  const tools = options.tools.filter((tool) => tool.isOffered?.(window) ?? true)
  const request = {
    instructions: isText && tools.length > 0 ? `${instructions}\n\n${describeTools(tools)}` : instructions,
    tools: isText ? [] : tools,
    signal,
    ...(maxTokens === undefined ? {} : { maxTokens }),
  }
  let keptAt = now()
  let kept = { text: 0, thought: 0 }
  let error: ChatCliError | undefined
  try {
    const messages = withTail((await given?.(window)) ?? window, tail, words)
    for await (const event of model.answer({ ...request, messages })) {
      for (const shown of reader.read(event)) onEvent(shown)
      const isKept = event.kind === 'text' || (event.kind === 'thinking' && options.keepThoughts === true)
      if (!isKept || now() - keptAt < PART_MS) continue
      const { raw, thought: thoughts } = reader
      const thought = options.keepThoughts === true ? thoughts.slice(kept.thought) : ''
      keepPart({ text: raw.slice(kept.text), ...(thought === '' ? {} : { thought }) })
      kept = { text: raw.length, thought: thoughts.length }
      keptAt = now()
    }
  } catch (caught) {
    error = errorOf(caught)
  }
  for (const shown of reader.end()) onEvent(shown)
  // From now on it is told of its tools in words.
  const isRefused = error?.code === 'tools-unsupported' && !isText && takesWords(model)
  if (isRefused && reader.raw === '') return ask(options, asking, refused)
  const canShrink = options.compactor !== undefined && times < MOST_OVERFLOWS && reader.raw === ''
  if (canShrink && isTooLong(error))
    return ask(options, asking, { error, times: times + 1, estimated: fitted.estimated })
  // Some streams end quietly when they are told to stop.
  if (error === undefined && signal.aborted) error = interrupted()
  const answer = reader.answer()
  const told = answer.end?.usage?.inputTokens
  if (error === undefined) options.compactor?.learn(model, fitted.estimated, told)
  return { answer, error }
}

/** An attempt that was refused because the conversation was too long. */
interface Refused {
  readonly error: ChatCliError | undefined
  readonly times: number
  /** Tokens of that request. */
  readonly estimated: number
}

/** How often a conversation that is too long is made shorter for one answer. */
const MOST_OVERFLOWS = 2

/** The window as the model can take it. */
async function fit(options: TurnOptions, turn: string, overflows: number): Promise<Fitted> {
  const {
    conversation,
    compactor,
    model,
    instructions,
    tail = '',
    tools,
    given,
    maxTokens,
    signal,
    onEvent,
  } = options
  const { live } = conversation
  if (compactor === undefined) return { window: live.state().window, estimated: 0 }
  return compactor.fit({
    live,
    turn,
    model,
    besides: requestTokens(instructions, tools) + estimateTokens(tail),
    answer: maxTokens,
    given,
    overflows,
    signal,
    onCompacted: (compacted) => onEvent({ kind: 'compacted', ...compacted }),
    onNotSaved: (error) => onEvent({ kind: 'not-saved', error }),
  })
}

/** What is kept of an answer; undefined when nothing came. Calls of an answer that was cut off are never run. */
function messageOf(
  { text, calls, end }: Answer,
  { model, mode }: TurnOptions,
  { id: messageId, error }: { readonly id: string; readonly error: ChatCliError | undefined },
): Message | undefined {
  const isPartial = error !== undefined
  if (text === '' && (isPartial || calls.length === 0)) return undefined
  const { provider, id } = model
  return {
    role: 'assistant',
    content: text,
    id: messageId,
    ...(calls.length > 0 && !isPartial ? { tool_calls: calls } : {}),
    meta: {
      mode,
      provider,
      model: id,
      ...(end?.usage === undefined ? {} : { usage: end.usage }),
      ...(isPartial ? { partial: true } : {}),
      ...(end?.reason === 'length' ? { cut: 'length' } : {}),
    },
  }
}

/** What is kept of what the model thought. */
function thoughtOf({ thought }: Answer, { mode, keepThoughts }: TurnOptions, id: string): Message[] {
  if (keepThoughts !== true || thought.trim() === '') return []
  return [{ role: 'assistant', content: thought, id, meta: { mode, thinking: true } }]
}

function takesWords({ toolCalls }: Model): boolean {
  return toolCalls === 'text'
}

function interrupted(): ChatCliError {
  return new ChatCliError('interrupted', 'The answer was stopped')
}

function errorOf(cause: unknown): ChatCliError {
  if (cause instanceof ChatCliError) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ChatCliError('provider', `The model could not answer: ${reason}`, {
    hint: 'Try again, or choose another model.',
    cause,
  })
}
