import type { Message } from './message.ts'

/** The time a message carries, in milliseconds since the epoch; undefined when it has none that can be read. */
export function messageTime(message: Message): number | undefined {
  if (typeof message.created_at !== 'string') return undefined
  const at = Date.parse(message.created_at)
  return Number.isNaN(at) ? undefined : at
}
