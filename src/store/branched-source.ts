import type { ConversationFold } from '../conversation/fold.ts'
import type { RecordSource } from '../conversation/record.ts'

/** Where the conversation was imported from that one without a session file was branched from: what hides it hides both. */
export function branchedSource({ forkedFrom }: ConversationFold): RecordSource | undefined {
  const source = forkedFrom?.['source']
  const isSource = typeof source === 'object' && source !== null && 'tool' in source
  return isSource && typeof source.tool === 'string' ? (source as RecordSource) : undefined
}
