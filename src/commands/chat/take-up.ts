import { ChatCliError } from '../../errors.ts'
import type { CommandContext, CommandInput } from '../command.ts'
import { isOn, textOption } from '../input-values.ts'
import type { Chat } from './chat.ts'

/**
 * Takes up the conversation that `--session`, `--resume` or `--continue` ask for.
 *
 * @returns its name in the list; undefined when none of them was given
 * @throws ChatCliError `usage` for more than one of them, `not-found`, and as `ActiveConversation.load`
 */
export function takeUp(
  chat: Chat,
  options: CommandInput['options'],
  { chatcli, text }: CommandContext,
): string | undefined {
  const input = { words: [], options }
  const session = textOption(input, 'session')
  const resume = textOption(input, 'resume')
  const isNext = isOn(input, 'continue')
  const given = [session, resume, isNext ? '' : undefined].filter((each) => each !== undefined)
  if (given.length > 1) throw new ChatCliError('usage', text.chat.onlyOne)
  if (session !== undefined) {
    chat.conversation.attach(session)
    return session
  }
  const name = isNext ? chatcli.sessions.list({ limit: 1 }).sessions[0]?.name : resume
  if (name === undefined) {
    if (isNext) throw new ChatCliError('not-found', text.chat.nothingToContinue, { hint: '' })
    return undefined
  }
  const isUnsaved = chatcli.sessions.unsaved().some((other) => other.name === name)
  if (isUnsaved) chat.conversation.recover(name)
  else chat.conversation.load(name)
  return name
}
