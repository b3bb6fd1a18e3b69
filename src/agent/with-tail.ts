import { isPersons } from '../conversation/compaction/message-kinds.ts'
import type { Message } from '../conversation/message.ts'

/**
 * The messages of a request with a text in front of the newest words of the person. Nothing of it goes back to where the
 * messages came from.
 *
 * @param said those words; when a rewrite changed them, it is the newest message of a person
 */
export function withTail(
  messages: readonly Message[],
  tail: string | undefined,
  said: string,
): readonly Message[] {
  if (tail === undefined) return messages
  const same = messages.findLastIndex((message) => isPersons(message) && message.content === said)
  const at = same >= 0 ? same : messages.findLastIndex(isPersons)
  if (at < 0) return [...messages, { role: 'user', content: tail }]
  return messages.map((message, i) =>
    i === at ? { ...message, content: `${tail}\n\n${message.content}` } : message,
  )
}
