import { type AttachmentHolder, attachmentHolder } from '../../contexts/attachment-holder.ts'
import { ChatCliError } from '../../errors.ts'
import type { CommandInput } from '../command.ts'
import { textOption } from '../input-values.ts'
import type { ContextCommandContext } from './context-command.ts'

/**
 * Works with what is attached to a saved session, or to the conversation at hand when none is named.
 *
 * @throws ChatCliError `usage` when there is neither, and as `SessionsApi.open`
 */
export async function withAttachments<T>(
  context: ContextCommandContext,
  input: CommandInput,
  work: (holder: AttachmentHolder, session: string | undefined) => Promise<T>,
): Promise<T> {
  const { chatcli, attachments, text } = context
  const session = textOption(input, 'session')
  if (session === undefined) {
    if (attachments !== undefined) return work(attachments, undefined)
    throw new ChatCliError('usage', text.context.noSession)
  }
  const live = chatcli.sessions.open(session)
  try {
    return await work(
      attachmentHolder(
        () => live,
        () => void live.save(),
      ),
      session,
    )
  } finally {
    live.close()
  }
}
