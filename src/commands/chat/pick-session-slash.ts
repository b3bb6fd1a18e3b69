import { ChatCliError } from '../../errors.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import { pageAround } from '../picker/page-around.ts'
import { putDownLines } from './put-down-lines.ts'
import type { SlashContext } from './slash-context.ts'

/**
 * `/session pick [WORDS]`: goes on with a session that the person chooses, shown around the chosen message.
 *
 * @throws ChatCliError `refused` where nobody can choose, and as `ActiveConversation.load`
 */
export async function pickSessionSlash(
  context: SlashContext,
  words: readonly string[],
): Promise<readonly string[]> {
  const { chat, chatcli, text, pick } = context
  if (pick === undefined)
    throw new ChatCliError('refused', text.picker.noTerminal, { hint: text.chat.sessionHint })
  // What was said so far can be found too.
  chat.conversation.flush()
  const picked = await pick(words.join(' '))
  if (picked === undefined) return []
  const { name } = picked
  const { conversation } = chat
  const isUnsaved = chatcli.sessions.unsaved().some((other) => other.name === name)
  const before = isUnsaved ? conversation.recover(name) : conversation.load(name)
  const told = [
    ...putDownLines(before, text),
    text.chat.loaded(name, conversation.messages.length),
    ...(conversation.name === undefined && !isUnsaved ? [text.chat.continuing(name)] : []),
  ]
  return [...pageAround(context, picked), ...told.map(sanitiseLine)]
}
