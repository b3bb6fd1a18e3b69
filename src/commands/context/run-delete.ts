import { ChatCliError } from '../../errors.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { checkWordCount, isOn, wordAt } from '../input-values.ts'
import { type ContextCommandContext, contextsOf } from './context-command.ts'

/** `context delete NAME`: asks, and refuses what goes along with a conversation. */
export async function runDeleteContext(
  context: ContextCommandContext,
  input: CommandInput,
): Promise<CommandResult> {
  const { text, attachments, ask } = context
  const name = wordAt(text, input, 0, 'NAME')
  checkWordCount(text, input, 1)
  const contexts = await contextsOf(context)
  const found = contexts.find(name)
  const isHere = attachments?.list().some(({ contextId }) => contextId === found.id) === true
  const sessions = contexts.attachedTo([found.id]).get(found.id) ?? []
  const others = isHere ? sessions.filter((session) => session !== attachments.name()) : sessions
  const attachedTo = [
    ...(isHere ? [text.context.thisConversation] : []),
    ...others.map((session) => `"${session}"`),
  ]
  if (attachedTo.length > 0 && !isOn(input, 'force')) {
    throw new ChatCliError('refused', text.context.stillAttached(found.name, attachedTo.join(', ')), {
      hint: text.context.stillAttachedHint,
    })
  }
  const json = { id: found.id, name: found.name, attachedTo: sessions }
  if (!isOn(input, 'yes')) {
    if (ask === undefined) {
      throw new ChatCliError('refused', text.context.deleteRefused(found.name), {
        hint: text.context.deleteRefusedHint,
      })
    }
    const answer = await ask(text.context.confirmDelete(sanitiseLine(found.name)))
    if (!text.isYes(answer)) return { text: text.context.notDeleted, json: { ...json, deleted: false } }
  }
  contexts.remove(found.id)
  return { text: text.context.deleted(sanitiseLine(found.name)), json: { ...json, deleted: true } }
}
