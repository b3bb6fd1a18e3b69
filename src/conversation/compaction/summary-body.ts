import { isSummary } from './message-kinds.ts'
import type { Message } from '../message.ts'

const framing =
  /^\[(STRUCTURED SUMMARY|COMPACTED CONTEXT|CONTEXT TRUNCATED|The messages themselves)[^\n]*\]\s*/

/** What a summary says, without the lines before it that say what it is; undefined for any other message. */
export function summaryBody(message: Message): string | undefined {
  if (!isSummary(message)) return undefined
  let body = message.content
  while (framing.test(body)) body = body.replace(framing, '')
  return body.trim()
}
