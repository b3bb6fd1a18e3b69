import type { MessageImage } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { callsMessage, type MakeMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { timeOf } from '../shared/time-of.ts'
import { richText } from './rich-text.ts'

const USER = 1
const ASSISTANT = 2

export function isBubbleType(type: unknown): boolean {
  return type === USER || type === ASSISTANT
}

/** The messages of a bubble of a composer: a prompt, a reply, a thought, or a tool with its result. */
export function bubbleMessages(bubble: Fields, bubbleId: string | undefined): readonly ImportedMessage[] {
  const { type, createdAt, timestamp, timingInfo } = bubble
  const at = timeOf(createdAt) ?? timeOf(timestamp) ?? timeOf(fieldsOf(timingInfo)['clientRpcSendTime'])
  const make = messageMaker({ nativeId: bubbleId, at })
  const text = [bubble['text'], bubble['rawText']].map(textOf).find((given) => (given ?? '').trim() !== '')
  if (type === USER) return typed(bubble, text ?? richText(bubble['richText']), make)
  if (type !== ASSISTANT) return []
  const thought = textOf(fieldsOf(bubble['thinking'])['text']) ?? ''
  const isThought = bubble['isThought'] === true
  return [
    ...thinkingMessage(make, isThought && thought === '' ? (text ?? '') : thought),
    ...(text === undefined || isThought ? [] : [make({ role: 'assistant', content: text }, 'text')]),
    ...toolMessages(bubble['toolFormerData'], bubbleId, make),
  ]
}

function typed(bubble: Fields, content: string, make: MakeMessage): readonly ImportedMessage[] {
  const images = imagesOf(bubble)
  if (content.trim() === '' && images.length === 0) return []
  return [make({ role: 'user', content, ...(images.length === 0 ? {} : { images }) }, 'text')]
}

function imagesOf(bubble: Fields): MessageImage[] {
  const given = listOf(bubble['images'])
  const images = given.length > 0 ? given : listOf(fieldsOf(bubble['context'])['selectedImages'])
  return images.map((image, i) => {
    const { path, name, mimeType } = fieldsOf(image)
    const file = textOf(name) ?? textOf(path)?.split(/[/\\]/).at(-1)
    return namedImage(i + 1, { name: file, type: mimeType })
  })
}

function toolMessages(
  given: unknown,
  bubbleId: string | undefined,
  make: MakeMessage,
): readonly ImportedMessage[] {
  if (!isFields(given)) return []
  const { name, tool, toolCallId, rawArgs, params, result, error, status } = given
  const id = textOf(toolCallId) ?? bubbleId ?? 'call'
  const label = textOf(name) ?? (typeof tool === 'number' ? `tool-${tool}` : 'tool')
  const calls = [{ id, type: 'function', name: label, ...argumentsOf(rawArgs ?? params) }]
  const content = outputOf(result) || outputOf(fieldsOf(error)['message'] ?? error)
  const message = {
    role: 'tool',
    content,
    tool_call_id: id,
    ...(status === 'error' ? { is_error: true } : {}),
  }
  return [...callsMessage(make, calls), ...(content === '' ? [] : [make(message, 'tool-result', ':result')])]
}

function argumentsOf(given: unknown): { readonly arguments?: unknown; readonly raw?: string } {
  if (typeof given !== 'string') return { arguments: given ?? {} }
  try {
    return { arguments: JSON.parse(given) as unknown }
  } catch {
    // It is written while it comes.
    return given === '' ? { arguments: {} } : { raw: given }
  }
}

function outputOf(given: unknown): string {
  if (typeof given === 'string') return given
  return given === undefined || given === null ? '' : JSON.stringify(given)
}
