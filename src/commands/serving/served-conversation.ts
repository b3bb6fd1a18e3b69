import type { ActiveConversation } from '../../agent/active-conversation.ts'
import type { Mode } from '../../agent/turn.ts'
import type { Chat, ChosenModel, Said, SayOptions } from '../chat/chat.ts'
import { type Appended, type HandedOver, appendHandedOver } from './append-handed-over.ts'
import { isMirrored } from './is-mirrored.ts'
import { KnownIds } from './known-ids.ts'
import type { ServedOptions } from './served-options.ts'
import { ServedPlace } from './served-place.ts'
import type { ServedStart } from './served-start.ts'
import type { ServedStatus } from './served-status.ts'

export type { Appended, HandedOver }

/**
 * One conversation of a client: it outlives the connection and the process. Everything that touches it runs one after the
 * other, in {@link alone}; another process that serves the same one is followed before, and what it is bound to is kept
 * behind.
 */
export class ServedConversation {
  readonly id: string
  readonly cwd: string
  /** Mode, model, window, live conversation; to be used within {@link alone}. */
  readonly chat: Chat
  readonly #options: ServedOptions
  readonly #start: ServedStart
  readonly #ids = new KnownIds()
  readonly #place: ServedPlace
  #pending = 0
  #last: Promise<unknown> = Promise.resolve()
  #usedAt = 0

  constructor(options: ServedOptions, start: ServedStart) {
    const { record } = start.found
    this.#options = options
    this.#start = start
    this.id = record.id
    this.cwd = record.cwd
    this.chat = options.openChat({ id: record.id, cwd: record.cwd, mirror: () => this.#place.mirrorName() })
    this.#place = new ServedPlace(this.chat, options, start)
  }

  /** Something is being done in it, or waits for that. */
  get isBusy(): boolean {
    return this.#pending > 0
  }

  /** Files of it are open. */
  get isLive(): boolean {
    return this.#place.isAwake
  }

  /** It was deleted, here or elsewhere. */
  get isForgotten(): boolean {
    return this.#place.isForgotten
  }

  /** When it was last used, in milliseconds since the epoch. */
  get usedAt(): number {
    return this.#usedAt
  }

  status(): ServedStatus {
    const { id, cwd, isBusy } = this
    const { session, mirror, messages, mode, title, updatedAt } = this.#place.now()
    const shown = this.isLive ? this.#conversation.mirror : session === undefined ? mirror : undefined
    return { id, cwd, isBusy, session, mirror: shown, messages, mode, title, updatedAt }
  }

  /**
   * Runs after what was asked for before; nothing of this conversation runs beside it. What runs here uses {@link chat},
   * not the other methods, which would wait for it.
   *
   * @throws ChatCliError `not-found` when it was deleted meanwhile; as `ActiveConversation.load`; and what the work throws
   */
  alone<T>(work: () => Promise<T> | T): Promise<T> {
    this.#pending++
    const turn = this.#last.then(async () => {
      try {
        this.#place.begin()
        try {
          return await work()
        } finally {
          this.#place.end()
        }
      } finally {
        this.#pending--
        this.#usedAt = this.#options.now()
        this.#start.onRest()
      }
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** A turn: `Chat.say` in its order, with the model that is set up; mirrored when it is over, however it ended. */
  say(words: string, options: SayOptions): Promise<Said> {
    return this.alone(async () => {
      await this.#openModel()
      this.#place.announce()
      return this.chat.say(words, options)
    })
  }

  /** Remembers an agent's own turns, on the disk when this returns. @throws as `appendHandedOver` */
  append(messages: readonly HandedOver[]): Promise<Appended> {
    const { mode } = this.chat
    return this.alone(() => appendHandedOver(this.#conversation, messages, { ids: this.#ids, mode }))
  }

  /** @throws ChatCliError as `ActiveConversation.attach`, as the others do as their namesakes there */
  attach(name: string): Promise<ServedStatus> {
    return this.#moving(() => void this.#conversation.attach(name))
  }

  load(name: string): Promise<ServedStatus> {
    return this.#moving(() => void this.#conversation.load(name))
  }

  detach(): Promise<ServedStatus> {
    return this.#moving(() => void this.#conversation.detach())
  }

  save(name?: string, options?: { readonly force?: boolean }): Promise<ServedStatus> {
    return this.#moving(() => void this.#conversation.save(name, options))
  }

  fork(to: string): Promise<ServedStatus> {
    return this.#moving(() => void this.#conversation.fork(to))
  }

  /** Saved once more, then a new conversation begins under the same id. */
  clear(): Promise<ServedStatus> {
    return this.#moving(() => void this.#conversation.startNew())
  }

  /** Kept over a restart. */
  setMode(mode: Mode): Promise<void> {
    return this.alone(() => {
      this.chat.mode = mode
    })
  }

  /** Opens another model for it; kept over a restart. @throws ChatCliError as `Chat.useModel` */
  useModel(chosen: ChosenModel): Promise<void> {
    return this.alone(async () => {
      await this.chat.useModel(chosen)
    })
  }

  /**
   * Opens the model that was chosen in it, or that of the settings, unless one is open.
   *
   * @throws ChatCliError as `Chat.useModel`; when it is the chosen one that there is not, that of the settings is open then
   */
  openModel(): Promise<void> {
    return this.chat.model === undefined ? this.alone(() => this.#openModel()) : Promise.resolve()
  }

  /** Lets go of the live part, however little was said; whoever uses it next takes it up again. */
  async rest(): Promise<void> {
    if (!this.isLive && !this.isBusy) return
    await this.alone(() => undefined)
    if (!this.isBusy) this.#place.rest()
  }

  /** The process ends. Without mirrors, what nobody named goes to the trash, as it does at the end of a chat. */
  async leave(): Promise<void> {
    const isLost = !isMirrored(this.#options.settings) && this.#conversation.name === undefined
    if (this.isLive && isLost) await this.alone(() => void this.#conversation.startNew())
    await this.rest()
  }

  /** Forgets it, and moves what nobody named to the trash; a session it is bound to stays. */
  delete(): Promise<void> {
    return this.alone(() => {
      const conversation = this.#conversation
      const { mirror, live } = conversation
      if (conversation.name !== undefined) conversation.rest()
      else if (mirror === undefined) {
        this.#options.chatcli.sessions.discard(live)
        conversation.abandon()
      } else {
        conversation.flush()
        conversation.delete(mirror)
      }
      this.#place.forget()
      this.#start.records.remove(this.id, this.#start.principal)
    })
  }

  get #conversation(): ActiveConversation {
    return this.chat.conversation
  }

  async #openModel(): Promise<void> {
    if (this.chat.model !== undefined) return
    const { chosen = {} } = this.#place.now()
    try {
      await this.chat.useModel(chosen)
    } catch (error) {
      if (Object.keys(chosen).length > 0) await this.chat.useModel()
      throw error
    }
  }

  async #moving(work: () => void): Promise<ServedStatus> {
    await this.alone(work)
    return this.status()
  }
}
