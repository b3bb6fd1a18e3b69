import type { Message, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { callsMessage, type MakeMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { parsedArguments } from '../shared/parsed-arguments.ts'

/** @param answered ids of the calls whose results stand in messages of their own */
export function itemMessages(
  item: Fields,
  answered: ReadonlySet<unknown>,
  unknown: (kind: unknown) => void,
): readonly ImportedMessage[] {
  const message = fieldsOf(item['message'])
  const make = messageMaker({ nativeId: textOf(message['id']), at: undefined })
  const summary = textOf(item['conversationSummary'])
  return [
    ...messagesOf(make, item, message, unknown),
    ...resultsOf(make, item, answered),
    ...(summary === undefined
      ? []
      : [make({ role: 'user', content: summary, meta: { is_summary: true } }, 'summary', ':summary')]),
  ]
}

function messagesOf(
  make: MakeMessage,
  item: Fields,
  message: Fields,
  unknown: (kind: unknown) => void,
): readonly ImportedMessage[] {
  const content = textIn(message['content'])
  switch (message['role']) {
    case 'user': {
      const images = imagesIn(message['content'])
      if (content.trim() === '' && images.length === 0) return []
      return [make({ role: 'user', content, ...(images.length === 0 ? {} : { images }) }, 'text')]
    }
    case 'assistant': {
      const said: Message = { role: 'assistant', content }
      return [
        ...thinkingMessage(make, textOf(fieldsOf(item['reasoning'])['text']) ?? ''),
        ...(content.trim() === '' ? [] : [make(said, 'text')]),
        ...callsMessage(make, callsOf(item, message)),
      ]
    }
    case 'thinking':
      return thinkingMessage(make, content)
    case 'tool': {
      const call = textOf(message['toolCallId'])
      const result = { role: 'tool', content, ...(call === undefined ? {} : { tool_call_id: call }) }
      return [make(result, 'tool-result')]
    }
    case 'system':
      return []
    default:
      unknown(`role ${String(message['role']).slice(0, 40)}`)
      return []
  }
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .filter(isFields)
    .map((part) => (part['type'] === 'text' ? (textOf(part['text']) ?? '') : ''))
    .filter((text) => text !== '')
    .join('\n\n')
}

function imagesIn(content: unknown) {
  return listOf(content)
    .filter(isFields)
    .filter(({ type }) => type === 'imageUrl')
    .map(({ imageUrl }, i) => namedImage(i + 1, { url: fieldsOf(imageUrl)['url'] }))
}

function callsOf(item: Fields, message: Fields): ToolCall[] {
  const calls = listOf(message['toolCalls']).filter(isFields)
  const kept = listOf(item['toolCallStates']).map((state) => fieldsOf(fieldsOf(state)['toolCall']))
  return (calls.length > 0 ? calls : kept.filter(({ id }) => id !== undefined)).map(
    ({ id, function: given }, i) => {
      const { name, arguments: text } = fieldsOf(given)
      return {
        id: textOf(id) ?? `call-${i}`,
        type: 'function',
        name: textOf(name) ?? 'tool',
        arguments: parsedArguments(text),
      }
    },
  )
}

function resultsOf(
  make: MakeMessage,
  item: Fields,
  answered: ReadonlySet<unknown>,
): readonly ImportedMessage[] {
  return listOf(item['toolCallStates'])
    .filter(isFields)
    .flatMap(({ toolCallId, output, status }, i) => {
      const call = textOf(toolCallId)
      const parts = listOf(output).filter(isFields)
      if (call === undefined || answered.has(call) || parts.length === 0) return []
      const content = parts.map((part) => textOf(part['content']) ?? '').join('\n\n')
      const failed = status === 'errored' ? { is_error: true } : {}
      return [make({ role: 'tool', content, tool_call_id: call, ...failed }, 'tool-result', `:result:${i}`)]
    })
}
