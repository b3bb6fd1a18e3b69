import type { RecordMessage } from '../conversation/record.ts'

/** Tools through which this memory is asked. */
const ownTools =
  /^(?:mcp__chatcli__|@|chatcli[.:/_])?(?:session|session_search|session_get|session_list|manage_session)$/
/** How its answers look as JSON, and as text: a name and how many matches, with quoted lines below. */
const forms: readonly RegExp[] = [
  /^\s*\{\s*"query"\s*:[^]{0,2000}"sessions"\s*:\s*\[[^]{0,400}"(?:tier|matches)"\s*:/,
  /^(?:• )?[A-Za-z0-9][\w.-]{0,127}[^\n]{0,300} \(\d+ (?:match|matches|corresp\S{0,10})\b[^\n]{0,300}\n\s+… /m,
]

/** Whether a message is an answer of this memory itself: it repeats other conversations, here or in an import. */
export function isEcho({ message, toolName }: RecordMessage): boolean {
  // A question that nothing but this memory was asked: its words are what is looked for, not what was said about it.
  if (message.role === 'user') return message.meta?.['recall'] === true
  if (message.role !== 'tool' && message.role !== 'function') return false
  if (toolName !== undefined && ownTools.test(toolName)) return true
  const head = message.content.slice(0, 4000)
  return forms.some((form) => form.test(head))
}
