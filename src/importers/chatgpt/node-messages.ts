import type { Message, MessageImage } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { importedMessage } from '../shared/imported-message.ts'
import { namedImage } from '../shared/named-image.ts'
import { timeOf } from '../shared/time-of.ts'
import { plainText } from './plain-text.ts'

export interface TreeMessage {
  /** Of its node. */
  readonly id: string
  readonly message: Fields
  /** The message of the node above; empty when there is none. */
  readonly asked: Fields
  readonly branch: ImportedMessage['branch']
  readonly unknown: (kind: unknown) => void
}

type Said = readonly [message: Message, sort: ImportedMessage['sort']]

/** What the person or the service wrote for the model alone, and what only says how long it thought. */
const NOT_SAID = new Set(
  'user_editable_context model_editable_context reasoning_recap app_pairing_content'.split(' '),
)

/** The message of a node, if somebody said it. */
export function nodeMessages({
  id,
  message,
  asked,
  branch,
  unknown,
}: TreeMessage): readonly ImportedMessage[] {
  const { author, metadata, content } = message
  const { is_visually_hidden_from_conversation: isHidden } = fieldsOf(metadata)
  if (isHidden === true || content === undefined || content === null) return []
  const said = saidBy(fieldsOf(author), message, asked)
  if (said === 'unknown') {
    const { content_type: type } = fieldsOf(content)
    unknown(textOf(type) ?? 'a content that is none')
    return []
  }
  const origin = { nativeId: textOf(message['id']) ?? id, at: timeOf(message['create_time']), branch }
  return said === undefined ? [] : [importedMessage(origin, ...said)]
}

function saidBy({ role, name }: Fields, message: Fields, asked: Fields): Said | undefined | 'unknown' {
  const content = fieldsOf(message['content'])
  const type = content['content_type']
  if (typeof type === 'string' && NOT_SAID.has(type)) return undefined
  switch (role) {
    case 'system':
      return undefined
    case 'user':
      return isText(type) ? words('user', message) : 'unknown'
    case 'assistant':
      return answer(content, message)
    case 'tool':
      return result(textOf(name), message, asked)
    default:
      return 'unknown'
  }
}

function isText(type: unknown): boolean {
  return type === 'text' || type === 'multimodal_text'
}

function words(role: 'user' | 'assistant', message: Fields): Said | undefined {
  const content = partsText(fieldsOf(message['content']))
  const images = imagesOf(message)
  if (content.trim() === '' && images.length === 0) return undefined
  return [{ role, content, ...(images.length === 0 ? {} : { images }) }, 'text']
}

function answer(content: Fields, message: Fields): Said | undefined | 'unknown' {
  const { content_type: type, thoughts } = content
  const { recipient, channel } = message
  if (type === 'thoughts') return thinking(thoughtText(thoughts))
  if (isCall(message)) {
    const input = textOf(content['text']) ?? partsText(content)
    if (input.trim() === '') return undefined
    const call = { id: callId(message), type: 'function', name: String(recipient), arguments: givenTo(input) }
    return [{ role: 'assistant', content: '', tool_calls: [call] }, 'tool-call']
  }
  if (!isText(type)) {
    const code = type === 'code' ? textOf(content['text']) : undefined
    return code === undefined ? 'unknown' : [{ role: 'assistant', content: code }, 'other']
  }
  const said = words('assistant', message)
  if (said === undefined || channel === undefined || channel === null || channel === 'final') return said
  return channel === 'analysis' ? thinking(said[0].content) : [said[0], 'other']
}

function thinking(content: string): Said | undefined {
  if (content.trim() === '') return undefined
  return [{ role: 'assistant', content, meta: { thinking: true } }, 'thinking']
}

function thoughtText(thoughts: unknown): string {
  return listOf(thoughts)
    .filter(isFields)
    .map(({ summary, content }) =>
      [textOf(summary), textOf(content)].filter((part) => part !== undefined).join('\n'),
    )
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Whether it is meant for a tool. */
function isCall({ author, recipient }: Fields): boolean {
  return fieldsOf(author)['role'] === 'assistant' && textOf(recipient) !== undefined && recipient !== 'all'
}

function callId(message: Fields): string {
  return `call-${textOf(message['id']) ?? ''}`
}

function givenTo(input: string): unknown {
  try {
    const value: unknown = JSON.parse(input)
    if (isFields(value)) return value
  } catch {
    // A program, or a query in a language of the tool.
  }
  return { input }
}

function result(name: string | undefined, message: Fields, asked: Fields): Said | undefined | 'unknown' {
  const content = resultText(fieldsOf(message['content']))
  if (content === undefined) return 'unknown'
  const images = imagesOf(message)
  if (content.trim() === '' && images.length === 0) return undefined
  const isAnswer = isCall(asked)
  return [
    {
      role: 'tool',
      content,
      ...(isAnswer ? { tool_call_id: callId(asked) } : {}),
      ...(name === undefined || isAnswer ? {} : { name }),
      ...(fieldsOf(message['content'])['content_type'] === 'system_error' ? { is_error: true } : {}),
      ...(images.length === 0 ? {} : { images }),
    },
    'tool-result',
  ]
}

function resultText(content: Fields): string | undefined {
  const { content_type: type, text, title, url, result: found, summary, name } = content
  switch (type) {
    case 'text':
    case 'multimodal_text':
      return partsText(content)
    case 'code':
    case 'execution_output':
      return plainText(textOf(text) ?? '')
    case 'tether_browsing_display':
      return lines(found, summary)
    case 'tether_quote':
    case 'sonic_webpage':
      return lines(title, url, text ?? content['snippet'])
    case 'system_error':
      return lines(name, text)
    case 'computer_output':
      return lines(fieldsOf(content['state'])['title'], fieldsOf(content['state'])['url'])
    default:
      return undefined
  }
}

function lines(...parts: readonly unknown[]): string {
  return plainText(
    parts
      .map(textOf)
      .filter((part) => part !== undefined)
      .join('\n'),
  )
}

function partsText(content: Fields): string {
  const parts = listOf(content['parts']).map((part) => {
    const { content_type: type, text } = fieldsOf(part)
    return typeof part === 'string' ? part : type === 'audio_transcription' ? (textOf(text) ?? '') : ''
  })
  return plainText(parts.filter((part) => part !== '').join('\n\n'))
}

/** Images by the names they were attached under, else by those of the files of the export. */
function imagesOf({ content, metadata }: Fields): MessageImage[] {
  const attached = new Map(
    listOf(fieldsOf(metadata)['attachments'])
      .filter(isFields)
      .map((each) => [each['id'], each]),
  )
  const { parts, screenshot } = fieldsOf(content)
  return [...listOf(parts), screenshot]
    .filter(isFields)
    .filter(({ content_type: type }) => type === 'image_asset_pointer')
    .map(({ asset_pointer: pointer }, i) => {
      const id = textOf(pointer)?.replace(/^.*:\/\//, '')
      const { name = id, mime_type: type } = attached.get(id) ?? {}
      return namedImage(i + 1, { name, type })
    })
}
