import { messageHash } from '../../conversation/message-hash.ts'
import type { Message } from '../../conversation/message.ts'
import type { LiveConversation } from '../../store/live-conversation.ts'

type Entries = LiveConversation['entries']

/** Whether a conversation has messages that a client hands over; looks at each of its messages once. */
export class KnownIds {
  #entries: Entries | undefined
  #count = 0
  #hashes = new Map<string, string>()

  /** `other`: another text has the id. */
  look(live: LiveConversation, id: string, message: Message): 'new' | 'known' | 'other' {
    this.#follow(live.whole().record)
    const hash = this.#hashes.get(id)
    if (hash === undefined) return 'new'
    return hash === messageHash(message) ? 'known' : 'other'
  }

  #follow(entries: Entries): void {
    if (entries !== this.#entries || entries.length < this.#count) {
      this.#entries = entries
      this.#count = 0
      this.#hashes = new Map()
    }
    for (; this.#count < entries.length; this.#count++) {
      const entry = entries[this.#count]
      if (entry?.id !== undefined) this.#hashes.set(entry.id, entry.hash)
    }
  }
}
