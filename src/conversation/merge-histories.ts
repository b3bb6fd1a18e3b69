import { messageHash } from './message-hash.ts'
import { messageTime } from './message-time.ts'
import type { Message } from './message.ts'

/**
 * One history from the one to four of older formats: by time where every message has one, else in the order given
 * (chat, agent, coder, shared). Each mode kept its own copy of the system prompt, so exact repeats of system messages
 * of an earlier history are dropped.
 */
export function mergeHistories(histories: readonly (readonly Message[])[]): readonly Message[] {
  const filled = histories.filter((history) => history.length > 0)
  if (filled.length <= 1) return filled[0] ?? []
  const prompts = new Set<string>()
  const messages = filled.flatMap((history) => {
    const kept = history.filter((message) => message.role !== 'system' || !prompts.has(messageHash(message)))
    for (const message of history) if (message.role === 'system') prompts.add(messageHash(message))
    return kept
  })
  const times = messages.map(messageTime)
  if (times.includes(undefined)) return messages
  return messages
    .map((message, i) => ({ message, at: times[i] ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ message }) => message)
}
