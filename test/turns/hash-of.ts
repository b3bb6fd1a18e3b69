import { createHash } from 'node:crypto'
import type { Message } from '../../src/conversation/message.ts'

/** Of what a window says, to be compared between processes. */
export function hashOf(messages: readonly Message[]): string {
  const texts = messages.map(({ role, content }) => `${role} ${content}`)
  return createHash('sha256').update(texts.join('\n')).digest('hex')
}
