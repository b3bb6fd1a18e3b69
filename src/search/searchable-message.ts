import type { RecordMessage } from '../conversation/record.ts'

/** Tools through which this memory is asked; their answers repeat other conversations. */
const ownTools =
  /^(?:mcp__chatcli__|@|chatcli[.:/])?(?:session|session_search|session_get|session_list|manage_session)$/

/**
 * Whether search may find a message: not a system message, not derived from messages that are in the record anyway, not
 * an answer of this memory itself (it would outrank what it quotes), and not empty. Removed ones only when asked for.
 */
export function searchableMessage(entry: RecordMessage, removed: boolean): boolean {
  if (entry.message.role === 'system' || entry.derived || entry.state === 'missing') return false
  if (entry.state === 'removed' && !removed) return false
  if (entry.toolName !== undefined && ownTools.test(entry.toolName)) return false
  return entry.message.content !== ''
}
