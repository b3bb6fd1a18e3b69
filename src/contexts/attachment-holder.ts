import type { LiveConversation } from '../store/live-conversation.ts'
import { type Attachment, attachmentsIn, storedAttachments } from './attachment.ts'

/** What is attached to a conversation, and how that is changed. */
export interface AttachmentHolder {
  /** Of the session that the conversation is bound to. */
  name(): string | undefined
  list(): readonly Attachment[]
  /** Takes the place of one of the same context. @throws ChatCliError `storage` */
  attach(attachment: Attachment): void
  /** @returns false when it was not attached */
  detach(contextId: string): boolean
}

/** @param live asked each time, since a surface holds one conversation after the other */
export function attachmentHolder(live: () => LiveConversation, changed: () => void): AttachmentHolder {
  const list = (): readonly Attachment[] => attachmentsIn(live().state().settings.attachments)
  const write = (attachments: readonly Attachment[]): void => {
    live().set({ attachments: attachments.length === 0 ? null : storedAttachments(attachments) })
    changed()
  }
  return {
    name: () => live().name,
    list,
    attach(attachment) {
      // What another surface attached in the meantime stays.
      live().catchUp()
      write([...list().filter(({ contextId }) => contextId !== attachment.contextId), attachment])
    },
    detach(contextId) {
      live().catchUp()
      const before = list()
      const after = before.filter((each) => each.contextId !== contextId)
      if (after.length === before.length) return false
      write(after)
      return true
    },
  }
}
