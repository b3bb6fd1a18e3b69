import type { TranscriptEvent } from '../conversation/event.ts'
import type { Message } from '../conversation/message.ts'
import type { TranscriptItem } from './read-transcript.ts'

/** What is kept of a message, and of which file the line at this offset says it. */
export type KeepMessage = (message: Message, file: string, offset: number, bytes: Uint8Array) => Message

/** An event with what is kept of its message. */
export function lighter(
  { event, bytes, offset }: Extract<TranscriptItem, { kind: 'event' }>,
  file: string,
  keep: KeepMessage,
): TranscriptEvent {
  return event.kind === 'message' ? { ...event, message: keep(event.message, file, offset, bytes) } : event
}
