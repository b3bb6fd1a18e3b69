import type { Message } from '../src/conversation/message.ts'

/** Messages that say which they are; their ids make it harmless to say them again. */
export function saidMessages(word: string, count: number, length = 0): Message[] {
  return Array.from({ length: count }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: `${word} ${i}${length === 0 ? '' : ` ${'x'.repeat(length)}`}`,
    id: `id-${word}-${i}`,
  }))
}
