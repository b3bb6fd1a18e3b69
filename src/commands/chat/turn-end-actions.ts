import type { ActiveConversation } from '../../agent/active-conversation.ts'
import type { PutDown } from '../../agent/put-down.ts'
import { ChatCliError } from '../../errors.ts'
import { checkSessionName } from '../../store/session-name.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import type { ToolConversation } from '../session-tool.ts'
import { putDownLines } from './put-down-lines.ts'

/**
 * What a model may do with the conversation it is in. Nothing changes the window inside a turn: what would, is done when
 * the turn is over.
 */
export class TurnEndActions implements ToolConversation {
  readonly #conversation: ActiveConversation
  readonly #exists: (name: string) => boolean
  readonly #text: Catalogue
  #actions: (() => readonly string[])[] = []

  constructor(conversation: ActiveConversation, exists: (name: string) => boolean, text: Catalogue) {
    this.#conversation = conversation
    this.#exists = exists
    this.#text = text
  }

  save(name: string): string {
    const { chat } = this.#text
    checkSessionName(name)
    const { name: bound, origin } = this.#conversation
    if (bound !== undefined && bound !== name) return this.fork(name)
    if (this.#conversation.isBindable(name)) {
      this.#conversation.save(name)
      return chat.toolSaved(name)
    }
    // It goes on in a branch then, and the turn would be left behind.
    if (name !== origin && this.#exists(name)) throw new ChatCliError('exists', chat.nameTaken(name))
    this.#actions.push(() => [chat.saved(this.#conversation.save(name))])
    return chat.toolSaveLater(name)
  }

  fork(name: string): string {
    const { chat } = this.#text
    checkSessionName(name)
    if (this.#exists(name)) throw new ChatCliError('exists', chat.nameTaken(name))
    this.#actions.push(() => {
      this.#conversation.fork(name)
      return [this.#standing(name)]
    })
    return chat.toolFork(name)
  }

  attach(name: string): string {
    const { chat } = this.#text
    // A session the program named itself can be gone on with, not made.
    checkSessionName(name, { machine: this.#exists(name) })
    if (this.#conversation.name === name) return chat.alreadyAttached(name)
    this.#actions.push(() => {
      const before: PutDown | undefined = this.#conversation.attach(name)
      return [...putDownLines(before, this.#text), this.#standing(name)]
    })
    return chat.toolAttach(name)
  }

  detach(): string {
    const { chat } = this.#text
    if (this.#conversation.name === undefined) return chat.notAttached
    this.#actions.push(() => {
      const name = this.#conversation.detach()
      return name === undefined ? [] : [chat.detached(name)]
    })
    return chat.toolDetach
  }

  /** With write-through off, and beside a session that the program named, nothing is bound. */
  #standing(name: string): string {
    const { chat } = this.#text
    return this.#conversation.name === undefined ? chat.continuing(name) : chat.attached(name)
  }

  /** A new turn begins: what was left of one that broke off is not done. */
  drop(): void {
    this.#actions = []
  }

  /** The turn is over: does what was asked for, and gives a line on each thing that was done or could not be. */
  run(): readonly string[] {
    const actions = this.#actions
    this.#actions = []
    return actions.flatMap((action) => {
      try {
        return action()
      } catch (error) {
        if (!(error instanceof ChatCliError)) throw error
        return [this.#text.errorLine(this.#text.fromStore(error.message))]
      }
    })
  }
}
