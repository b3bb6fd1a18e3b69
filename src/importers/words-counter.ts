import { messageHash } from '../conversation/message-hash.ts'
import type { Message } from '../conversation/message.ts'

/** Names the messages of a conversation, one after the other, by what they say and how often that was said before. */
export function wordsCounter(): (message: Message) => string {
  const seen = new Map<string, number>()
  return (message) => {
    const hash = messageHash(message).slice(0, 24)
    const nth = seen.get(hash) ?? 0
    seen.set(hash, nth + 1)
    return `${hash}:${nth}`
  }
}
