import { ageInstructions } from '../../conversation/compaction/age-instructions.ts'
import { type Compaction, compactWindow } from '../../conversation/compaction/compact-window.ts'
import { dedupReads } from '../../conversation/compaction/dedup-reads.ts'
import { type Draft, draftOf, rewriteOf } from '../../conversation/compaction/draft.ts'
import { isThinking } from '../../conversation/compaction/message-kinds.ts'
import { type MicrocompactOptions, microcompact } from '../../conversation/compaction/microcompact.ts'
import type { Archiver } from '../../conversation/compaction/recall-marker.ts'
import { repairPairs } from '../../conversation/compaction/repair-pairs.ts'
import type { SummaryTask } from '../../conversation/compaction/summary-task.ts'
import type { RewriteBody, RewriteReason } from '../../conversation/event.ts'
import type { ConversationState, WindowMessage } from '../../conversation/fold-state.ts'
import type { Message } from '../../conversation/message.ts'
import { ChatCliError } from '../../errors.ts'
import type { Model } from '../../models/model.ts'
import { createTokenCounter } from '../../models/token-count/token-counter.ts'
import { type TokenScale, scaleFor, withReport } from '../../models/token-count/token-scale.ts'
import { windowBudget } from '../../models/token-count/window-budget.ts'
import type { LiveConversation } from '../../store/live-conversation.ts'
import { extractiveSummary } from '../extractive-summary.ts'
import { summaryByModel } from './summary-by-model.ts'
import { type CompactionArchive, stagedArchive } from './staged-archive.ts'
import { viewOf } from './view-of.ts'

export interface CompactorOptions {
  readonly archive: CompactionArchive
  /** Tokens that a model takes; for a window of so many tokens. */
  readonly contextWindow: (model: Model, tokens: number) => Promise<number>
  readonly microcompact: Omit<MicrocompactOptions, 'archive' | 'openTurns' | 'spared'>
  /** Answers behind the instructions of a skill from which on one line stands for them. */
  readonly skillAgeTurns: number
  /** Bytes of a request. */
  readonly maxPayload?: number | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Random letters and digits. */
  readonly newMark: () => string
}

/** What a window is made ready for. */
export interface FitCall {
  readonly live: LiveConversation
  /** The turn that asks; it is not over. */
  readonly turn: string
  readonly model: Model
  /** Tokens of the request that are not the window's, estimated. */
  readonly besides: number
  /** Tokens that the answer may have. */
  readonly answer?: number | undefined
  /** What the model is given of messages, when not all. */
  readonly given?: ((messages: readonly Message[]) => Promise<readonly Message[]>) | undefined
  /** How often the model has said by now that this conversation is too long for it. */
  readonly overflows: number
  readonly signal: AbortSignal
  readonly onCompacted: (compaction: Compacted) => void
  /** The disk refused a rewrite; it holds in memory. */
  readonly onNotSaved: (error: ChatCliError) => void
}

export interface Compacted {
  /** `full`: it was about to fill what the model takes. `overflow`: the model had said that it is too long. */
  readonly reason: 'full' | 'overflow'
  readonly level: Compaction['level']
  /** It is an event that can be taken back; else it holds for one request. */
  readonly isRecorded: boolean
  /** Tokens of the window, estimated. */
  readonly before: number
  readonly after: number
}

export interface Fitted {
  readonly window: readonly WindowMessage[]
  /** Tokens of the whole request, before any calibration: what is to be given to {@link Compactor.learn}. */
  readonly estimated: number
}

export interface CompactCall {
  readonly live: LiveConversation
  /** Records the change; as `LiveConversation.record` when not given. */
  readonly record?: ((rewrite: RewriteBody) => unknown) | undefined
  /** Who writes the summary; it is an extract when not given. */
  readonly model: Model | undefined
  /** What the model is given of messages, when not all. */
  readonly given?: ((messages: readonly Message[]) => Promise<readonly Message[]>) | undefined
  /** What the person wants of the summary. */
  readonly instruction?: string | undefined
  readonly signal: AbortSignal
}

/** Keeps windows small enough for the models that are asked; it learns how each counts. */
export interface Compactor {
  /**
   * Makes a window ready for a model: repairs pairs, shortens old results, and compacts it when it is about to be too
   * long. Each is an event of its own. Open turns of other writers are not touched. Where originals would be kept
   * nowhere, because transcripts are off or the disk refuses, all of it holds for this request only.
   */
  fit(call: FitCall): Promise<Fitted>
  /** What the provider reported of a request. */
  learn(model: Model, estimated: number, reported: number | undefined): void
  /**
   * Puts a summary in the place of all but the newest messages, because a person asked.
   *
   * @throws ChatCliError `refused` when there is too little, or originals would be lost; what the model throws. Then
   *   nothing has changed.
   */
  compact(call: CompactCall): Promise<Compaction>
}

const HOUR = 3_600_000
/** The part of what a model takes at which a window is compacted, and what it is brought down to. */
const fullShare = 0.75
const targetShare = 0.5
/** Newest messages that stay as they are, by how often it was too long already. */
const keepLast = [10, 10, 4]
/** A compaction that did not help is not tried again before the window has grown by this. */
const growth = 1.25

export function createCompactor(options: CompactorOptions): Compactor {
  const { contextWindow, maxPayload, now, newMark } = options
  const counter = createTokenCounter()
  let scale: TokenScale = new Map()
  /** Tokens at which a model said that it is too long. */
  const ceilings = new Map<string, number>()
  const stuck = new WeakMap<LiveConversation, number>()

  const scaleOf = ({ provider, id }: Model): number => scaleFor(scale, { provider, model: id })

  const othersOpen = ({ openTurns }: ConversationState, turn?: string): ReadonlySet<string> => {
    const open = openTurns.filter(({ turn: its, at }) => its !== turn && now() - Date.parse(at) < HOUR)
    return new Set(open.map(({ turn: its }) => its))
  }

  const smallSteps = (
    openTurns: ReadonlySet<string>,
    archive: Archiver,
  ): readonly (readonly [RewriteReason, (draft: Draft) => Draft])[] => [
    ['repair', (draft) => repairPairs(draft, { openTurns })],
    ['dedup', (draft) => dedupReads(draft, { archive, openTurns })],
    ['age', (draft) => ageInstructions(draft, { archive, openTurns, ageTurns: options.skillAgeTurns })],
    ['microcompact', (draft) => microcompact(draft, { ...options.microcompact, archive, openTurns })],
  ]

  const summariseForTurn =
    ({ model, given, signal }: FitCall, most: number, isRecorded: boolean) =>
    async (whole: SummaryTask): Promise<string | undefined> => {
      // What holds for one request is made again for the next.
      const task = withoutThinking(whole)
      if (!isRecorded) return extractiveSummary(task)
      try {
        return (
          (await summaryByModel(task, { model, given, mark: newMark(), most, signal })) ??
          extractiveSummary(task)
        )
      } catch (error) {
        if (signal.aborted) throw error
        return extractiveSummary(task)
      }
    }

  return {
    async fit(call) {
      const { live, turn, model, answer, overflows, signal, onCompacted, onNotSaved } = call
      const isRecorded = isSafe(live)
      const state = live.state()
      const openTurns = othersOpen(state, turn)
      let { window } = state
      const { archive, keep } = stagedArchive(options.archive)
      const take = (rewrite: RewriteBody, draft: Draft): void => {
        if (isRecorded) window = recorded(live, rewrite, turn, onNotSaved)
        else window = viewOf(draft)
        keep(draft)
      }
      for (const [reason, step] of smallSteps(openTurns, archive)) {
        const draft = step(draftOf(window))
        const rewrite = rewriteOf(reason, window, draft)
        if (rewrite !== undefined) take(rewrite, draft)
      }

      const factor = scaleOf(model)
      const tokensOf = (message: Message): number => (isThinking(message) ? 0 : counter.of(message) * factor)
      const fitted = (): Fitted => ({
        window,
        estimated: call.besides + counter.ofAll(givenOf(window.map(({ message }) => message))),
      })
      const tokens = sum(window, tokensOf)
      const besides = call.besides * factor
      const key = `${model.provider} ${model.id}`
      if (overflows > 0) ceilings.set(key, Math.min(ceilings.get(key) ?? Infinity, tokens + besides))
      const known = await contextWindow(model, tokens + besides)
      const bounds = {
        contextWindow: Math.min(known, ceilings.get(key) ?? Infinity),
        besides,
        answer,
        maxPayload,
        windowBytes: maxPayload === undefined ? 0 : sum(window, bytesOf),
        windowTokens: tokens,
      }
      const most = windowBudget({ ...bounds, share: fullShare })
      const isStuck = overflows === 0 && tokens < (stuck.get(live) ?? 0) * growth
      if (tokens <= most || isStuck || signal.aborted) return fitted()

      const budget = windowBudget({ ...bounds, share: targetShare })
      const promptCharacters = Math.max(20_000, Math.floor(bounds.contextWindow * targetShare * 2))
      try {
        const compaction = await compactWindow(window, {
          archive,
          tokensOf,
          budget,
          most: overflows === 0 ? most : budget,
          openTurns,
          keepLast: keepLast[overflows] ?? 4,
          summarise: summariseForTurn(call, promptCharacters, isRecorded),
        })
        const { rewrite, draft, level, before, after, fits } = compaction
        if (fits) stuck.delete(live)
        else stuck.set(live, after)
        if (rewrite === undefined) return fitted()
        take(rewrite, draft)
        onCompacted({ reason: overflows === 0 ? 'full' : 'overflow', level, isRecorded, before, after })
      } catch (error) {
        // Whoever stopped it finds everything as it was.
        if (!signal.aborted) throw error
      }
      return fitted()
    },

    learn({ provider, id }, estimated, reported) {
      if (reported === undefined) return
      scale = withReport(scale, { provider, model: id, estimated, reported })
    },

    async compact({ live, record, model, given, instruction, signal }) {
      if (!isSafe(live)) throw notKept()
      const state = live.state()
      const { window } = state
      const factor = model === undefined ? 1 : scaleOf(model)
      const tokensOf = (message: Message): number => (isThinking(message) ? 0 : counter.of(message) * factor)
      const tokens = sum(window, tokensOf)
      const known = model === undefined ? Infinity : await contextWindow(model, tokens)
      const { archive, keep } = stagedArchive(options.archive)
      const compaction = await compactWindow(window, {
        archive,
        tokensOf,
        budget: Infinity,
        isAsked: true,
        instruction,
        openTurns: othersOpen(state),
        async summarise(whole) {
          const task = withoutThinking(whole)
          if (model === undefined) return extractiveSummary(task)
          const most = Math.max(20_000, Math.floor(known * targetShare * 2))
          const summary = await summaryByModel(task, { model, given, mark: newMark(), most, signal })
          return summary ?? extractiveSummary(task)
        },
      })
      if (compaction.rewrite !== undefined) {
        if (record === undefined) live.record(compaction.rewrite)
        else record(compaction.rewrite)
        keep(compaction.draft)
      }
      return compaction
    },
  }
}

/** Whether a rewrite leaves the originals in the transcript. */
function isSafe({ hasTranscript, status }: LiveConversation): boolean {
  return hasTranscript && status !== 'not-saved'
}

function recorded(
  live: LiveConversation,
  rewrite: RewriteBody,
  turn: string,
  onNotSaved: FitCall['onNotSaved'],
): readonly WindowMessage[] {
  try {
    live.record(rewrite, turn)
  } catch (error) {
    if (!(error instanceof ChatCliError) || error.code !== 'storage') throw error
    onNotSaved(error)
  }
  return live.state().window
}

function givenOf(messages: readonly Message[]): readonly Message[] {
  return messages.filter((message) => !isThinking(message))
}

function withoutThinking(task: SummaryTask): SummaryTask {
  return { ...task, messages: givenOf(task.messages) }
}

function sum(window: readonly WindowMessage[], of: (message: Message) => number): number {
  return window.reduce((total, { message }) => total + of(message), 0)
}

function bytesOf({ content, tool_calls: calls }: Message): number {
  return Buffer.byteLength(content) + (calls === undefined ? 0 : Buffer.byteLength(JSON.stringify(calls)))
}

function notKept(): ChatCliError {
  return new ChatCliError('refused', 'What a summary replaces would be kept nowhere', {
    hint: 'Say something first, and turn the transcript on: chatcli config set transcript on.',
  })
}
