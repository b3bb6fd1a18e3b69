import type { RecordMessage } from '../conversation/record.ts'

/**
 * Whether search may find a message: not a system message, not derived from messages that are in the record anyway, and
 * not empty. Removed ones only when asked for.
 */
export function searchableMessage(entry: RecordMessage, removed: boolean): boolean {
  if (entry.message.role === 'system' || entry.derived || entry.state === 'missing') return false
  if (entry.state === 'removed' && !removed) return false
  return entry.message.content !== ''
}
