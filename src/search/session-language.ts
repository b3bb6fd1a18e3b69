import type { ConversationRecord } from '../conversation/record.ts'
import type { Language } from './detect-language.ts'
import { detectLanguage } from './detect-language.ts'

/** Messages that tell the language, and UTF-16 code units taken of each. */
const messages = 40
const most = 500
const known = new WeakMap<ConversationRecord, Language | undefined>()

/**
 * Language of a conversation, from what was said first: the same however much is appended later, so that the parts of an
 * index agree. Outputs of tools do not count. Undefined when it is not clear.
 */
export function sessionLanguage(record: ConversationRecord): Language | undefined {
  if (known.has(record)) return known.get(record)
  let text = ''
  for (const { message } of record.messages.slice(0, messages)) {
    if (message.role === 'user' || message.role === 'assistant') text += message.content.slice(0, most) + '\n'
  }
  const language = detectLanguage(text)
  known.set(record, language)
  return language
}
