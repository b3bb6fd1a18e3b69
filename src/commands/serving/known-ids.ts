import { messageHash } from '../../conversation/message-hash.ts'
import type { Message } from '../../conversation/message.ts'
import type { LiveConversation } from '../../store/live-conversation.ts'

type Entries = LiveConversation['entries']
type Entry = Entries[number]

/** Whether a conversation has messages that a client hands over; looks at each of its messages once. */
export class KnownIds {
  #entries: Entries | undefined
  #count = 0
  #known = new Map<string, Pick<Entry, 'hash' | 'turn'>>()

  /** `other`: another text has the id. */
  look(live: LiveConversation, id: string, message: Message): 'new' | 'known' | 'other' {
    this.#follow(live.whole().record)
    const known = this.#known.get(id)
    if (known === undefined) return 'new'
    return known.hash === messageHash(message) ? 'known' : 'other'
  }

  /** The turn of a message that is known. */
  turnOf(id: string): string | undefined {
    return this.#known.get(id)?.turn
  }

  #follow(entries: Entries): void {
    if (entries !== this.#entries || entries.length < this.#count) {
      this.#entries = entries
      this.#count = 0
      this.#known = new Map()
    }
    for (; this.#count < entries.length; this.#count++) {
      const entry = entries[this.#count]
      if (entry?.id !== undefined) this.#known.set(entry.id, entry)
    }
  }
}
