import type { Message, MessageImage, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { boundedDepth } from '../shared/bounded-depth.ts'
import { blocksOf, fieldsOf, type Fields, isFields, listOf, textOf } from '../shared/fields.ts'
import { importedMessage } from '../shared/imported-message.ts'
import { namedImage } from '../shared/named-image.ts'

const ORIGIN = { nativeId: undefined, at: undefined }

/** The messages of a session, without times and ids. What it tells a model, and summaries for it, are not imported. */
export function sessionMessages(
  messages: readonly unknown[],
  unknown: (kind: unknown) => void,
): readonly ImportedMessage[] {
  return messages.flatMap((message) => {
    if (!isFields(message)) {
      unknown('a message that is none')
      return []
    }
    const { role, content } = message
    if (Array.isArray(content) && content.length > 0 && blocksOf(content).length === 0)
      unknown('content of no known kind')
    switch (role) {
      case 'system':
        return []
      case 'user':
        return said('user', content)
      case 'assistant':
      case 'tool':
        return isFields(content) ? toolMessages(content) : said('assistant', content)
      default:
        unknown(`role ${String(role).slice(0, 40)}`)
        return []
    }
  })
}

function said(role: 'user' | 'assistant', content: unknown): readonly ImportedMessage[] {
  const parts = blocksOf(content)
  const text = parts
    .map((part) => (part['type'] === 'text' ? (textOf(part['text']) ?? '') : ''))
    .filter((part) => part !== '')
    .join('\n\n')
  const images: MessageImage[] = parts
    .filter(({ type }) => type === 'image_url')
    .map((part, i) => namedImage(i + 1, { url: fieldsOf(part['image_url'])['url'] }))
  if (text.trim() === '' && images.length === 0) return []
  const message: Message = { role, content: text, ...(images.length === 0 ? {} : { images }) }
  return [importedMessage(ORIGIN, message, 'text')]
}

/** Calls and their results stand in one message, behind what was said before them. */
function toolMessages(content: Fields): readonly ImportedMessage[] {
  const uses = listOf(content['tool_results'] ?? content['tool_calls']).filter(isFields)
  const calls = uses.map((use, i): ToolCall => {
    const { id, name, arguments: given } = isFields(use['call']) ? use['call'] : use
    return {
      id: textOf(id) ?? `call-${i}`,
      type: 'function',
      name: textOf(name) ?? 'tool',
      arguments: given ?? {},
    }
  })
  const results = uses.flatMap((use, i) => {
    const { output } = use
    if (output === undefined) return []
    const text = typeof output === 'string' ? output : JSON.stringify(boundedDepth(output))
    const message = { role: 'tool', content: text, tool_call_id: calls[i]?.id ?? '' }
    return [importedMessage(ORIGIN, message, 'tool-result')]
  })
  const asked: Message = { role: 'assistant', content: '', tool_calls: calls }
  return [
    ...said('assistant', textOf(content['text']) ?? ''),
    ...(calls.length === 0 ? [] : [importedMessage(ORIGIN, asked, 'tool-call')]),
    ...results,
  ]
}
