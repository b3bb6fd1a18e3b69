import { ActiveConversation } from '../../agent/active-conversation.ts'
import { type Compactor, createCompactor } from '../../agent/compaction/compactor.ts'
import type { AskPerson, Permissions } from '../../agent/permissions.ts'
import type { FileKeeper } from '../../agent/rewind/file-keeper.ts'
import { newestMessages } from '../../agent/newest-messages.ts'
import type { PutDown } from '../../agent/put-down.ts'
import { createRecallTool } from '../../agent/recall-tool.ts'
import type { Later } from '../../agent/snapshot-schedule.ts'
import type { Tool } from '../../agent/tool.ts'
import { type Mode, type TurnEvent, type TurnOutcome, runTurn } from '../../agent/turn.ts'
import { type UsageTotal, totalUsage } from '../../agent/usage-total.ts'
import type { ChatCli } from '../../chatcli.ts'
import type { Compaction } from '../../conversation/compaction/compact-window.ts'
import { chooseModel } from '../../models/choose-model.ts'
import type { ModelChoice } from '../../models/model-choice.ts'
import type { Model } from '../../models/model.ts'
import type { Settings } from '../../settings.ts'
import type { LiveConversation } from '../../store/live-conversation.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { type SessionToolOptions, runSessionTool } from '../session-tool.ts'
import { type ShownSupplement, askTurnSources } from './ask-turn-sources.ts'
import { isMirrored } from '../serving/is-mirrored.ts'
import { contextWindows } from './context-windows.ts'
import { instructionsFor } from './instructions.ts'
import { permissionLine } from './permission-line.ts'
import { type RecallLeave, recallLeave } from './recall-leave.ts'
import { sayToMemory } from './say-to-memory.ts'
import { sessionAgentTool } from './session-agent-tool.ts'
import { TurnEndActions } from './turn-end-actions.ts'
import type { TurnSource } from './turn-source.ts'

export interface ChatOptions {
  readonly chatcli: ChatCli
  readonly settings: Settings
  readonly text: Catalogue
  /** Absolute path of the working folder. */
  readonly cwd: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly later: Later
  readonly randomHex: (digits: number) => string
  readonly openModel: (choice: ModelChoice) => Promise<Model>
  /** Asks a provider how many tokens a model takes. */
  readonly listedWindow?: ((choice: ModelChoice, model: string) => Promise<number | undefined>) | undefined
  /** What a model can use in agent and coder mode, beside the memory. */
  readonly tools: () => readonly Tool[]
  /** Keeps what those tools change; nothing is kept when not given. */
  readonly keeper?: (() => FileKeeper) | undefined
  /** What the person has allowed in this project. */
  readonly permissions: Permissions
  /** Whether recalled text may go to a provider, for all projects. */
  readonly recallPermissions: Permissions
  /** Asks the person; undefined where nobody can answer. */
  readonly ask?: AskPerson | undefined
  /** What has a word in every turn, in the order in which the model is told. */
  readonly sources: readonly TurnSource[]
  /** Of a chat that a client of a server has: the rolling copy that its conversation is kept in while nobody named it. */
  readonly mirror?: (() => string | undefined) | undefined
}

export interface Said extends TurnOutcome {
  /** No model is set up: the answer was found in past conversations. */
  readonly isFromMemory: boolean
  /** Nothing was found there. */
  readonly isEmpty: boolean
  /** What was done with the conversation when the turn was over, in lines for the person. */
  readonly after: readonly string[]
  /** What the model was given beside the conversation, as far as the person is told of it. */
  readonly supplements: readonly ShownSupplement[]
}

export interface SayOptions {
  readonly signal: AbortSignal
  readonly onEvent: (event: TurnEvent) => void
  /** As in `TurnOptions`. */
  readonly keepThoughts?: boolean
  /** Asks the person in this turn; as `ChatOptions.ask`, when not given. */
  readonly ask?: AskPerson | undefined
}

/** A turn of which the person saw lines that stand for more. */
export interface UnfoldableTurn {
  readonly live: LiveConversation
  readonly supplements: readonly ShownSupplement[]
  readonly usedTools: boolean
}

/** A provider, a model, or both; what is not said is as it was, or as the settings have it. */
export interface ChosenModel {
  readonly provider?: string
  readonly model?: string
}

/** A chat as every surface has it: one conversation at a time, a model or none, a mode. */
export class Chat {
  readonly conversation: ActiveConversation
  readonly #options: ChatOptions
  readonly #actions: TurnEndActions
  #choice: { readonly provider: string | undefined; readonly model: string | undefined }
  #isChosen = false
  #model: Model | undefined
  #chosen: ModelChoice | undefined
  readonly #compactor: Compactor
  /** What was recalled and, with leave, given to providers, see `recallGate`. */
  readonly #shared = new Set<string>()
  #newest: UnfoldableTurn | undefined
  mode: Mode

  constructor(options: ChatOptions) {
    const { chatcli, settings, text, now, later } = options
    this.#options = options
    this.conversation = new ActiveConversation(chatcli.sessions, {
      now,
      later,
      autosave: options.mirror === undefined ? settings.autosave : isMirrored(settings),
      writeThrough: settings.writeThrough,
      mirror: options.mirror,
    })
    this.#actions = new TurnEndActions(this.conversation, (name) => chatcli.sessions.exists(name), text)
    this.#choice = settings
    const windowOf = contextWindows({ own: settings.contextWindow, listed: options.listedWindow })
    this.#compactor = createCompactor({
      archive: chatcli.archive,
      contextWindow: (model, tokens) =>
        this.#chosen === undefined ? Promise.resolve(Infinity) : windowOf(this.#chosen, model.id, tokens),
      microcompact: {
        truncateTurns: settings.microcompactTruncateTurns,
        summarizeTurns: settings.microcompactSummarizeTurns,
        headChars: settings.microcompactHeadChars,
        tailChars: settings.microcompactTailChars,
        minContent: settings.microcompactMinContent,
      },
      skillAgeTurns: settings.skillAgeTurns,
      maxPayload: settings.maxPayloadBytes,
      now,
      newMark: () => options.randomHex(16),
    })
    this.mode = settings.mode
  }

  /** What keeps the changes of tools, where they are kept. */
  get keeper(): (() => FileKeeper) | undefined {
    return this.#options.keeper
  }

  /** The newest turn of this conversation of which there is something to unfold; it knows no turns of an earlier start. */
  get unfoldable(): UnfoldableTurn | undefined {
    return this.#newest?.live === this.conversation.live ? this.#newest : undefined
  }

  get model(): Model | undefined {
    return this.#model
  }

  /** What was chosen in this chat; undefined while it has the model of the settings. */
  get chosen(): ChosenModel | undefined {
    if (!this.#isChosen) return undefined
    const { provider, model } = this.#choice
    return { ...(provider === undefined ? {} : { provider }), ...(model === undefined ? {} : { model }) }
  }

  /**
   * Opens the model that the settings ask for, or another.
   *
   * @returns undefined when none is set up
   * @throws ChatCliError `usage` or `provider`; then the model stays the one it was
   */
  async useModel(other: ChosenModel = {}): Promise<Model | undefined> {
    const isOtherProvider = other.provider !== undefined && other.model === undefined
    const choice = { ...this.#choice, ...(isOtherProvider ? { model: undefined } : {}), ...other }
    const { provider, model } = choice
    const chosen = chooseModel({ ...this.#options.settings, provider, model })
    const opened = chosen === undefined ? undefined : await this.#options.openModel(chosen)
    this.#choice = { provider, model }
    this.#isChosen ||= Object.keys(other).length > 0
    this.#model = opened
    this.#chosen = chosen
    return opened
  }

  /**
   * Says something in the conversation, and gives what was answered.
   *
   * @throws ChatCliError what {@link ActiveConversation.beginTurn} throws
   */
  async say(
    words: string,
    { signal, onEvent, keepThoughts, ask = this.#options.ask }: SayOptions,
  ): Promise<Said> {
    const { settings, text, now, randomHex, permissions, recallPermissions } = this.#options
    const message = { role: 'user', content: words }
    const model = this.#model
    this.#actions.drop()
    if (model === undefined) {
      const recalled = this.#recall()
      const outcome = sayToMemory(message, {
        conversation: this.conversation,
        recall: (args) => runSessionTool(this.#options.chatcli, [JSON.stringify(args)], recalled),
        newMark: () => randomHex(16),
        text,
        onEvent,
      })
      return { ...outcome, isFromMemory: true, after: [], supplements: [] }
    }
    const leave = this.#leave(model, ask)
    const { consent } = leave
    const session = sessionAgentTool(this.#options.chatcli, {
      ...this.#recall(),
      conversation: this.#actions,
      newMark: () => randomHex(16),
      consent,
      mask: settings.maskSecrets && consent !== undefined,
    })
    const recall = createRecallTool({
      read: (key) => this.#options.chatcli.archive.get(key, { from: this.conversation.live }),
      consent,
      newMark: () => randomHex(16),
    })
    const base = this.mode === 'chat' ? [session, recall] : [session, recall, ...this.#options.tools()]
    let shown: Said['supplements'] = []
    let usedTools = false
    const outcome = await runTurn(message, {
      conversation: this.conversation,
      model,
      mode: this.mode,
      instructions: this.#instructions(),
      tools: base,
      prepare: async (messages) => {
        const turn = { words, messages, mode: this.mode, model, conversation: this.conversation, signal }
        const told = await askTurnSources(this.#options.sources, { ...turn, mayRecall: leave.may }, onEvent)
        shown = told.shown
        const instructions = [this.#instructions(), ...told.before].join('\n\n')
        return { instructions, tail: told.tail, tools: [...base, ...told.tools] }
      },
      onBegin: (turn) => (this.mode === 'chat' ? undefined : this.#options.keeper?.().beginTurn(turn)),
      decide: (request) =>
        request.tool === 'session' ? leave.decide(request) : permissions.decide(request, ask),
      given: this.#given(leave),
      compactor: this.#compactor,
      signal,
      keepThoughts,
      maxSteps: settings.maxSteps,
      maxTokens: settings.maxTokens,
      now,
      newId: () => `call_${randomHex(12)}`,
      onEvent(event) {
        usedTools ||= event.kind === 'tool-end'
        onEvent(event)
      },
    })
    if (usedTools || shown.length > 0) {
      this.#newest = { live: this.conversation.live, supplements: shown, usedTools }
    }
    const told = [...permissions.takeNotices(), ...recallPermissions.takeNotices()]
    const after = [...told.map((notice) => permissionLine(notice, text)), ...this.#actions.run()]
    return { ...outcome, isFromMemory: false, isEmpty: false, after, supplements: shown }
  }

  /**
   * Puts a summary in the place of all but the newest messages.
   *
   * @param instruction what the person wants of it
   * @throws ChatCliError as `Compactor.compact` and {@link ActiveConversation.beginTurn}; then nothing has changed
   */
  async compact(instruction: string | undefined, signal: AbortSignal): Promise<Compaction> {
    this.conversation.beginTurn()
    const { live } = this.conversation
    const model = this.#model
    const given = model && this.#given(this.#leave(model, this.#options.ask))
    const done = await this.#compactor.compact({
      live,
      record: (rewrite) => this.conversation.rewrite(rewrite),
      model,
      given,
      instruction,
      signal,
    })
    this.conversation.endTurn()
    return done
  }

  /** What all answers of the conversation took. */
  usage(): UsageTotal {
    const { name, live } = this.conversation
    // What a snapshot held was not read again; the record has it all.
    const { sessions } = this.#options.chatcli
    const isSaved = name !== undefined && sessions.exists(name)
    const said = isSaved ? sessions.record(name).messages : live.entries
    return totalUsage(said.map(({ message }) => message))
  }

  /** The surface ends. */
  leave(): PutDown {
    return this.conversation.leave()
  }

  #leave(model: Model, ask: AskPerson | undefined): RecallLeave {
    const { recallPermissions, text } = this.#options
    return recallLeave(model, { permissions: recallPermissions, ask, text, shared: this.#shared })
  }

  /** What a model is given of the window. */
  #given(leave: RecallLeave): RecallLeave['gate'] {
    const { mirror, settings } = this.#options
    const most = mirror === undefined ? undefined : settings.mcpMaxHistory
    if (most === undefined) return leave.gate
    return (messages) => {
      const newest = newestMessages(messages, most)
      return leave.gate?.(newest) ?? Promise.resolve(newest)
    }
  }

  #instructions(): string {
    const { cwd, now, settings } = this.#options
    return instructionsFor({ mode: this.mode, memory: true, cwd, now: now(), timeZone: settings.timeZone })
  }

  #recall(): SessionToolOptions {
    const { settings, text, now } = this.#options
    return {
      text,
      now,
      timeZone: settings.timeZone,
      hiddenSources: settings.hiddenSources,
      current: this.conversation.live.transcriptId,
    }
  }
}
