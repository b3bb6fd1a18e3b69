import type { Message } from './message.ts'
import { parseTime } from './parse-time.ts'

/** The time a message carries, in milliseconds since the epoch; undefined when it has none that can be read. */
export function messageTime(message: Message): number | undefined {
  return typeof message.created_at === 'string' ? parseTime(message.created_at) : undefined
}
