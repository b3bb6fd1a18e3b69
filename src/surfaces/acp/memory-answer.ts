import { unfenceRecalled } from '../../commands/chat/unfence-recalled.ts'
import type { Message } from '../../conversation/message.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/**
 * What a person was answered from memory, where no model was asked: it is kept as the result of a search. Undefined for
 * every other message.
 */
export function memoryAnswer(
  { role, tool_call_id, content }: Message,
  { chat }: Catalogue,
): string | undefined {
  if (role !== 'tool' || tool_call_id?.startsWith('memory-') !== true) return undefined
  const found = unfenceRecalled(content)
  return found === content ? chat.nothingInMemory : `${chat.fromMemory}\n\n${found}`
}
