import type { Message, MessageImage, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { blocksOf, type Fields, fieldsOf, textOf } from '../shared/fields.ts'
import { namedImage } from '../shared/named-image.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'

/** The messages of an entry of a pi session, without their branch. */
export function entryMessages(entry: Fields): readonly ImportedMessage[] {
  switch (entry['type']) {
    case 'message':
      return said(entry, fieldsOf(entry['message']))
    case 'compaction':
    case 'branch_summary':
      return summary(entry, entry['summary'])
    default:
      return []
  }
}

function said(entry: Fields, message: Fields): readonly ImportedMessage[] {
  const { role, content, command, output, toolCallId, isError } = message
  const parts = blocksOf(content)
  const text = joined(parts, 'text', 'text')
  const images = imagesOf(parts)
  const withImages = images.length === 0 ? {} : { images }
  switch (role) {
    case 'user':
      if (text.trim() === '' && images.length === 0) return []
      return [imported(entry, { role: 'user', content: text, ...withImages }, 'text')]
    case 'assistant':
      return reply(entry, parts, text)
    case 'toolResult': {
      const call = textOf(toolCallId)
      const result: Message = {
        role: 'tool',
        content: text,
        ...(call === undefined ? {} : { tool_call_id: call }),
        ...(isError === true ? { is_error: true } : {}),
        ...withImages,
      }
      return [imported(entry, result, 'tool-result')]
    }
    case 'bashExecution': {
      const run = `$ ${textOf(command) ?? ''}\n${textOf(output) ?? ''}`.trimEnd()
      return [imported(entry, { role: 'tool', content: run }, 'tool-result')]
    }
    case 'branchSummary':
    case 'compactionSummary':
      return summary(entry, message['summary'] ?? text)
    default:
      return []
  }
}

function reply(entry: Fields, parts: readonly Fields[], text: string): readonly ImportedMessage[] {
  const thinking = joined(parts, 'thinking', 'thinking')
  const calls = parts.filter(({ type }) => type === 'toolCall').map(toolCall)
  const found: ImportedMessage[] = []
  if (thinking.trim() !== '') {
    const thought: Message = { role: 'assistant', content: thinking, meta: { thinking: true } }
    found.push(imported(entry, thought, 'thinking', ':thinking'))
  }
  if (text.trim() !== '') found.push(imported(entry, { role: 'assistant', content: text }, 'text'))
  if (calls.length > 0)
    found.push(imported(entry, { role: 'assistant', content: '', tool_calls: calls }, 'tool-call', ':calls'))
  return found
}

function summary(entry: Fields, given: unknown): readonly ImportedMessage[] {
  const content = textOf(given)
  if (content === undefined) return []
  return [imported(entry, { role: 'user', content, meta: { is_summary: true } }, 'summary')]
}

function imported(
  entry: Fields,
  message: Message,
  sort: ImportedMessage['sort'],
  part: string = '',
): ImportedMessage {
  const at = timeOf(fieldsOf(entry['message'])['timestamp']) ?? timeOf(entry['timestamp'])
  const id = textOf(entry['id'])
  return {
    message: { ...message, content: wellFormed(message.content) },
    // Ids are short: with its time one is the same in a fork, and in no other session.
    ...(id === undefined ? {} : { nativeId: `${id}@${String(entry['timestamp'])}${part}` }),
    ...(at === undefined ? {} : { at }),
    quality: at === undefined ? 'none' : 'exact',
    branch: 'active',
    sort,
  }
}

function joined(parts: readonly Fields[], type: string, field: string): string {
  return parts
    .filter((part) => part['type'] === type)
    .map((part) => textOf(part[field]) ?? '')
    .filter((text) => text !== '')
    .join('\n\n')
}

function imagesOf(parts: readonly Fields[]): MessageImage[] {
  return parts
    .filter(({ type }) => type === 'image')
    .map(({ mimeType, name }, i) => namedImage(i + 1, { type: mimeType, name }))
}

function toolCall({ id, name, arguments: given }: Fields, nth: number): ToolCall {
  return {
    id: textOf(id) ?? `call-${nth}`,
    type: 'function',
    name: textOf(name) ?? 'tool',
    arguments: given ?? {},
  }
}
