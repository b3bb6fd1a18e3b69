import type { ActiveConversation } from '../../agent/active-conversation.ts'
import { attachmentsIn } from '../../contexts/attachment.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/** What goes along with a conversation that was taken up, by the names it had then; no line when nothing does. */
export function attachedLine({ live }: ActiveConversation, { context }: Catalogue): readonly string[] {
  const attached = attachmentsIn(live.state().settings.attachments)
  return attached.length === 0 ? [] : [context.goAlong(attached.map(({ name }) => name).join(', '))]
}
