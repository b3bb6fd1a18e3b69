import type { Chat } from '../../commands/chat/chat.ts'
import type { LiveConversation } from '../../store/live-conversation.ts'
import { type SaidMessage, saidAmong, saidIn } from './said-in.ts'

type Talk = Pick<Chat, 'conversation'>

/** Which messages of a conversation an editor has, so that it can be shown those that others said meanwhile. */
export class ShownMessages {
  #transcript: string | undefined
  /** In which it was all read; not to be kept in memory by this. */
  #live: WeakRef<LiveConversation> | undefined
  #ids = new Set<string>()

  /** The editor has everything that was said so far. @returns that */
  all({ conversation: { live } }: Talk): readonly SaidMessage[] {
    const said = saidIn(live)
    this.#transcript = live.transcriptId
    this.#live = new WeakRef(live)
    this.#ids = new Set(said.map(({ id }) => id))
    return said
  }

  /** It has what was said in a turn, as that was told while it happened. */
  turn({ conversation }: Talk, turn: string | undefined): void {
    const { live } = conversation
    if (this.#transcript !== live.transcriptId) this.all({ conversation })
    const own = live.entries.filter((entry) => entry.turn === turn)
    for (const { id } of saidAmong(own)) this.#ids.add(id)
  }

  /**
   * What it does not have yet, and has from now on; nothing of a conversation that it went to just now.
   *
   * @param turn the one at hand, which is told while it happens
   */
  take({ conversation }: Talk, turn: string | undefined): readonly SaidMessage[] {
    const { live } = conversation
    if (this.#transcript !== live.transcriptId) {
      this.all({ conversation })
      return []
    }
    // One that was taken up again meanwhile has at hand only what came since its snapshot.
    const entries = this.#live?.deref() === live ? live.entries : live.whole().record
    this.#live = new WeakRef(live)
    const fresh = saidAmong(entries.filter((entry) => entry.turn !== turn)).filter(
      ({ id }) => !this.#ids.has(id),
    )
    for (const { id } of fresh) this.#ids.add(id)
    return fresh
  }
}
