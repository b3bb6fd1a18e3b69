import { readCatalogue } from './catalogue.ts'
import { deleteSession } from './delete-session.ts'
import type { LiveConversation } from './live-conversation.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Ends a conversation that was never saved and is not worth keeping: it goes to the trash.
 *
 * @returns the folder in the trash; undefined when nothing of it was on the disk
 * @throws ChatCliError `storage`
 */
export function discardLive(context: StoreContext, live: LiveConversation): string | undefined {
  const { transcriptId: id, hasTranscript } = live
  live.close()
  if (!hasTranscript) return undefined
  const row = readCatalogue(context).rows.find((row) => row.interrupted && row.transcriptId === id)
  return row === undefined ? undefined : deleteSession(context, row.name, { reason: 'unsaved' })
}
