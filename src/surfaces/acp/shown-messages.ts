import type { Chat } from '../../commands/chat/chat.ts'
import type { LiveConversation } from '../../store/live-conversation.ts'
import { type SaidMessage, saidAmong, saidIn } from './said-in.ts'

/** Which messages of a conversation an editor has, so that it can be shown those that others said meanwhile. */
export class ShownMessages {
  #live: LiveConversation | undefined
  readonly #ids = new Set<string>()

  /** The editor has everything that was said so far. @returns that; when the same is at hand as before, the newer part */
  all({ conversation }: Pick<Chat, 'conversation'>): readonly SaidMessage[] {
    const { live } = conversation
    // What was said before it was opened is read once; what comes after that is at hand.
    const said = this.#live === live ? saidAmong(live.entries) : saidIn(live)
    if (this.#live !== live) this.#ids.clear()
    this.#live = live
    for (const { id } of said) this.#ids.add(id)
    return said
  }

  /** What it does not have yet, and has from now on; nothing of a conversation that was just taken up. */
  take({ conversation }: Pick<Chat, 'conversation'>): readonly SaidMessage[] {
    const { live } = conversation
    if (this.#live !== live) {
      this.all({ conversation })
      return []
    }
    const fresh = saidAmong(live.entries).filter(({ id }) => !this.#ids.has(id))
    for (const { id } of fresh) this.#ids.add(id)
    return fresh
  }
}
