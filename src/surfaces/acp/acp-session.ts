import type { SessionConfigOption, SessionModeState, SessionUpdate } from '@agentclientprotocol/sdk/unstable'
import { type Mode, modes } from '../../agent/modes.ts'
import type { AskPerson } from '../../agent/permissions.ts'
import type { Chat } from '../../commands/chat/chat.ts'
import { noticeLine } from '../../commands/chat/notice-line.ts'
import type { ServedConversation } from '../../commands/serving/served-conversation.ts'
import { ChatCliError } from '../../errors.ts'
import type { AcpClient } from './acp-client.ts'
import type { AcpWorld } from './acp-world.ts'
import { availableCommands } from './available-commands.ts'
import { CallIds } from './call-ids.ts'
import { configOptions, memoryAlone, modeState } from './config-options.ts'
import {
  type PermissionDialog,
  permissionAnswer,
  permissionDialog,
  yesNoDialog,
} from './permission-dialog.ts'
import { type ReplayOptions, replayUpdates } from './replay-updates.ts'
import { rpcRefusal } from './rpc-error.ts'
import { infoUpdate } from './session-info.ts'
import { ShownMessages } from './shown-messages.ts'
import { troubleWords } from './trouble-words.ts'
import type { TurnUpdates } from './turn-updates.ts'

/** What an editor is told of how a session stands. */
export interface AcpSessionState {
  readonly modes: SessionModeState
  readonly configOptions: SessionConfigOption[]
}

/**
 * One session of an editor, as long as that is there. The conversation behind it outlives it, and may be put down and
 * taken up again meanwhile; so every call is given the one that is live.
 */
export class AcpSession {
  readonly id: string
  /** What calls are called in this session. */
  ids: CallIds = new CallIds()
  readonly shown: ShownMessages = new ShownMessages()
  readonly #world: AcpWorld
  readonly #client: AcpClient
  /** Of the prompt that is at hand. */
  #signal: AbortSignal | undefined
  #told = ''
  #models: readonly string[] = []
  #trouble: string | undefined
  /** Of the turn that is at hand. */
  updates: TurnUpdates | undefined

  constructor(id: string, world: AcpWorld, client: AcpClient) {
    this.id = id
    this.#world = world
    this.#client = client
  }

  get world(): AcpWorld {
    return this.#world
  }

  /** Told in the order of the calls. */
  send(update: SessionUpdate): Promise<void> {
    return this.#client.update(this.id, update)
  }

  say(text: string): void {
    void this.send({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
  }

  /** Does what a prompt asks for. While that lasts the person can be asked, until the signal is given. */
  async during<T>(served: ServedConversation, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    this.#signal = signal
    try {
      await this.openModel(served)
      this.#tellTrouble()
      return await work()
    } finally {
      this.#signal = undefined
      this.updates = undefined
      this.tellInfo(served)
    }
  }

  /** Everything that was said so far; each message is on its way when this is over. */
  async replay(served: ServedConversation): Promise<void> {
    await served.alone(async () => {
      const { live } = served.chat.conversation
      live.catchUp()
      const said = this.shown.all(served.chat)
      this.ids = new CallIds()
      for (const update of replayUpdates(said, this.#replay(served))) await this.send(update)
    })
  }

  /** It goes on where it was, and the editor has what was said. */
  async resume(served: ServedConversation): Promise<void> {
    await served.alone(() => {
      this.ids = new CallIds()
      // Its calls are called as it knows them.
      replayUpdates(this.shown.all(served.chat), { ...this.#replay(served), mask: false })
    })
  }

  /** What others said meanwhile. @param turn the one at hand, which is told while it happens */
  tellOthers(served: ServedConversation, turn?: string): void {
    const others = this.shown.take(served.chat, turn)
    for (const update of replayUpdates(others, this.#replay(served))) void this.send(update)
  }

  state({ chat }: ServedConversation): AcpSessionState {
    const { text } = this.#world.context
    const choice = { mode: chat.mode, model: chat.model?.id, models: this.#models }
    return { modes: modeState(chat.mode, text), configOptions: configOptions(choice, text) }
  }

  /** Tells what can be typed, and what other models there are once that is known; after the editor knows the session. */
  introduce(served: ServedConversation): void {
    const { context, models } = this.#world
    this.#told = JSON.stringify(infoUpdate(served.status()))
    void this.send({
      sessionUpdate: 'available_commands_update',
      availableCommands: availableCommands(context.text),
    })
    const known = (found: readonly string[]): void => {
      if (found.length === 0 || this.#models.length > 0) return
      this.#models = found
      this.#tellOptions(served)
    }
    // Whatever keeps it from being known, the editor goes without.
    void models().then(known, () => undefined)
  }

  async setMode(served: ServedConversation, wanted: string): Promise<void> {
    const mode = modes.find((known) => known === wanted)
    if (mode === undefined) throw rpcRefusal(-32602, this.#world.context.text.acp.badMode(wanted))
    await served.setMode(mode)
    this.tellMode(served, mode)
  }

  tellMode(served: ServedConversation, mode: Mode): void {
    void this.send({ sessionUpdate: 'current_mode_update', currentModeId: mode })
    this.#tellOptions(served)
  }

  /** @throws RequestError for what there is not, ChatCliError when the model cannot be opened */
  async setOption(served: ServedConversation, option: string, value: unknown): Promise<void> {
    const { acp } = this.#world.context.text
    const given = typeof value === 'string' ? value : JSON.stringify(value)
    if (option === 'mode') {
      if (!modes.some((mode) => mode === given)) throw rpcRefusal(-32602, acp.badValue(option, given))
      return this.setMode(served, given)
    }
    if (option !== 'model') throw rpcRefusal(-32602, acp.badOption(option))
    const { chat } = served
    if (given === (chat.model?.id ?? memoryAlone)) return
    if (chat.model === undefined || given === memoryAlone || !this.#models.includes(given))
      throw rpcRefusal(-32602, acp.badValue(option, given))
    await served.useModel({ model: given })
    this.#tellOptions(served)
  }

  /** A command may have chosen another model. */
  noteModel(served: ServedConversation, before: string | undefined): void {
    const now = served.chat.model?.id
    if (now === before) return
    this.#tellOptions(served)
  }

  /** Title, name, time and count, when they are others than the editor knows. */
  tellInfo(served: ServedConversation): void {
    const update = infoUpdate(served.status())
    const told = JSON.stringify(update)
    if (told === this.#told) return
    this.#told = told
    void this.send({ sessionUpdate: 'session_info_update', ...update })
  }

  /** What happened to the conversation on the way. */
  tellNotices({ conversation }: Chat): void {
    const { text } = this.#world.context
    for (const notice of conversation.takeNotices()) this.say(`\n\n${noticeLine(notice, text)}`)
  }

  /** The model that was chosen, unless one is open. What is wrong with it is told with an answer. */
  async openModel(served: ServedConversation): Promise<void> {
    const { text } = this.#world.context
    try {
      await served.openModel()
    } catch (error) {
      if (!(error instanceof ChatCliError)) throw error
      const line = text.chat.modelTrouble(text.fromStore(error.message))
      this.#trouble = `${troubleWords(line, error.hint, text)}\n\n`
    }
  }

  /** Asks for a permission; whatever is no clear answer means "not now". */
  readonly askPerson: AskPerson = async (request) => {
    const dialog = permissionDialog(request, this.updates?.asked(request), this.#dialogs)
    const response = await this.#ask(dialog)
    return response === undefined ? 'not-now' : permissionAnswer(response)
  }

  /** Asks what is answered with yes or no. */
  readonly askYesNo = async (question: string): Promise<string> => {
    const { acp } = this.#world.context.text
    const response = await this.#ask(yesNoDialog(question, this.#dialogs))
    return response !== undefined && permissionAnswer(response) === 'once' ? acp.yes : acp.no
  }

  #replay({ cwd }: ServedConversation): ReplayOptions {
    const { context, settings } = this.#world
    return { cwd, text: context.text, mask: settings.maskSecrets, ids: this.ids }
  }

  get #dialogs(): Parameters<typeof yesNoDialog>[1] {
    const { context, randomHex } = this.#world
    return { text: context.text, newId: () => `question_${randomHex(12)}` }
  }

  #ask(dialog: PermissionDialog): ReturnType<AcpClient['ask']> {
    // Nobody is asked outside of a prompt.
    if (this.#signal === undefined) return Promise.resolve(undefined)
    return this.#client.ask(this.id, dialog, this.#signal)
  }

  #tellTrouble(): void {
    const trouble = this.#trouble
    this.#trouble = undefined
    if (trouble !== undefined) this.say(trouble)
  }

  #tellOptions(served: ServedConversation): void {
    const { configOptions: options } = this.state(served)
    void this.send({ sessionUpdate: 'config_option_update', configOptions: options })
  }
}
