import type { Message } from '../../conversation/message.ts'

const word = /[\p{L}\p{N}_]+/gu

/** Every word of a text, as a byte search without letter case would find it. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set((text.match(word) ?? []).map((found) => found.toLowerCase()))
}

/** The words of everything that a message says: its text, its calls with their arguments, what it is called by. */
function wordsOfMessage(message: Message): ReadonlySet<string> {
  const { content, tool_calls } = message
  return wordsOf([content, ...(tool_calls ?? []).map((call) => JSON.stringify(call))].join('\n'))
}

/** The words that one message of a record has, and no other. */
export function wordsOnlyIn(message: Message, others: readonly Message[]): ReadonlySet<string> {
  const own = new Set(wordsOfMessage(message))
  for (const other of others) for (const common of wordsOfMessage(other)) own.delete(common)
  return own
}
