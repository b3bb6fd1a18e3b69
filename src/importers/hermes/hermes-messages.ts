import type { Message, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { callsMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { argumentsWithRaw } from '../shared/parsed-arguments.ts'

/** A text that the tool puts in front of a summary of what a compaction left out. */
const SUMMARY = /^\[CONTEXT (COMPACTION|SUMMARY)/i
/** What the tool asks by itself, behind a conversation. */
const REVIEW = /^Review the conversation above and\b/
/** Content of several parts is kept as JSON behind this. */
const PARTS = /^\0?json:/

export interface HermesMessage {
  readonly nativeId: string
  readonly role: string
  readonly content: string
  readonly thinking: string | undefined
  readonly toolCalls: readonly unknown[]
  readonly toolCallId: string | undefined
  /** Milliseconds since the epoch. */
  readonly at: number | undefined
  readonly branch: ImportedMessage['branch']
}

/** The messages that one of hermes-agent becomes; what the tool said to itself becomes none. */
export function hermesMessages(stored: HermesMessage): readonly ImportedMessage[] {
  const { nativeId, role, thinking, toolCalls, toolCallId, at, branch } = stored
  const make = messageMaker({ nativeId, at, branch })
  const { text, images } = contentOf(stored.content)
  if (role === 'tool') {
    const result: Message = {
      role: 'tool',
      content: text,
      ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
    }
    return [make(result, 'tool-result')]
  }
  if (role !== 'user' && role !== 'assistant') return []
  if (SUMMARY.test(text))
    return [make({ role: 'user', content: text, meta: { is_summary: true } }, 'summary')]
  if (role === 'user' && REVIEW.test(text)) return []
  const given: ImportedMessage[] = []
  if (role === 'assistant') given.push(...thinkingMessage(make, thinking ?? ''))
  if (text.trim() !== '' || images.length > 0) {
    const said: Message = { role, content: text, ...(images.length === 0 ? {} : { images }) }
    given.push(make(said, 'text'))
  }
  if (role === 'assistant') given.push(...callsMessage(make, toolCalls.filter(isFields).map(toolCall)))
  return given
}

function contentOf(content: string): {
  readonly text: string
  readonly images: NonNullable<Message['images']>
} {
  const parts = partsOf(content)
  if (parts === undefined) return { text: content, images: [] }
  const text = parts.flatMap((part) => textOf(part['text']) ?? []).join('\n\n')
  const images = parts
    .filter(({ type }) => type === 'image_url' || type === 'image' || type === 'input_image')
    .map((part, i) => {
      const link = part['image_url']
      const { media_type: type } = fieldsOf(part['source'])
      return namedImage(i + 1, { type, url: typeof link === 'string' ? link : fieldsOf(link)['url'] })
    })
  return { text, images }
}

/** Undefined when the content is just a text, also one that happens to look like a list. */
function partsOf(content: string): readonly Fields[] | undefined {
  if (!PARTS.test(content) && !content.startsWith('[{')) return undefined
  try {
    const parts = listOf(JSON.parse(content.replace(PARTS, '')) as unknown).filter(isFields)
    return parts.length > 0 && parts.every(({ type }) => typeof type === 'string') ? parts : undefined
  } catch {
    return undefined
  }
}

function toolCall(call: Fields, nth: number): ToolCall {
  const inner = isFields(call['function']) ? call['function'] : call
  const { name, arguments: given } = inner
  return {
    id: textOf(call['id']) ?? `call-${nth}`,
    type: 'function',
    name: textOf(name) ?? 'tool',
    ...argumentsWithRaw(given),
  }
}
