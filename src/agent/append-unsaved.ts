import { ChatCliError } from '../errors.ts'
import type { LiveConversation } from '../store/live-conversation.ts'

/** Says again what another copy of a conversation could not save. What the disk refuses here too is in the window. */
export function appendUnsaved(live: LiveConversation, unsaved: LiveConversation['entries']): void {
  for (const { at, turn, message } of unsaved) {
    try {
      live.append([{ created_at: at, ...message }], { turn })
    } catch (error) {
      if (!(error instanceof ChatCliError) || error.code !== 'storage') throw error
    }
  }
}
