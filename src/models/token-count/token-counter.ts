import type { Message } from '../../conversation/message.ts'
import { messageTokens } from './message-tokens.ts'

/** Counts tokens of messages; each message is looked at once, however often its window is counted. */
export interface TokenCounter {
  /** Estimated, before any calibration. */
  of(message: Message): number
  ofAll(messages: Iterable<Message>): number
}

/**
 * Makes a counter. It remembers message objects, which never change once they are in a window, and forgets them with the
 * window.
 */
export function createTokenCounter(count: (message: Message) => number = messageTokens): TokenCounter {
  const known = new WeakMap<Message, number>()
  const of = (message: Message): number => {
    let tokens = known.get(message)
    if (tokens === undefined) {
      tokens = count(message)
      known.set(message, tokens)
    }
    return tokens
  }
  return {
    of,
    ofAll(messages) {
      let sum = 0
      for (const message of messages) sum += of(message)
      return sum
    },
  }
}
