import type { Message } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { type MakeMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { parsedArguments } from '../shared/parsed-arguments.ts'
import { timeOf } from '../shared/time-of.ts'

export interface ExportedMessage {
  readonly id: string
  readonly message: Fields
  readonly branch: ImportedMessage['branch']
  readonly unknown: (kind: unknown) => void
}

/** Kinds of parts; the last ones say nothing of a conversation. */
const KNOWN = new Set(
  'text think tool_call error image_file image_url input_audio video_url agent_update summary'.split(' '),
)
/** What models wrote before their thoughts had a part of their own. */
const THINKING = /^\s*:::thinking\n([^]*?)\n:::\s*/

/** The messages of one message of the export. */
export function messageParts({ id, message, branch, unknown }: ExportedMessage): readonly ImportedMessage[] {
  const make = messageMaker({ nativeId: id, at: timeOf(message['createdAt']), branch })
  const parts = listOf(message['content']).filter(isFields)
  for (const { type } of parts) if (typeof type !== 'string' || !KNOWN.has(type)) unknown(type)
  const written = joined(parts, 'text')
  const text = written === '' ? (textOf(message['text']) ?? '') : written
  if (isTyped(message)) return said(make, 'user', text, message)
  if (message['error'] === true)
    return text === '' ? [] : [make({ role: 'assistant', content: text }, 'other')]
  const old = THINKING.exec(text)
  const thoughts = [joined(parts, 'think'), old?.[1] ?? ''].filter((part) => part.trim() !== '').join('\n\n')
  return [
    ...thinkingMessage(make, thoughts),
    ...toolMessages(make, id, parts),
    ...said(make, 'assistant', old === null ? text : text.slice(old[0].length), message),
  ]
}

function isTyped({ isCreatedByUser, sender }: Fields): boolean {
  return typeof isCreatedByUser === 'boolean' ? isCreatedByUser : sender === 'User'
}

/** The texts of parts of a kind; each stands in them as it is, or in a wrapper. */
function joined(parts: readonly Fields[], kind: 'text' | 'think'): string {
  return parts
    .filter(({ type }) => type === kind)
    .map((part) => textOf(part[kind]) ?? textOf(fieldsOf(part[kind])['value']) ?? '')
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}

function said(
  make: MakeMessage,
  role: 'user' | 'assistant',
  content: string,
  message: Fields,
): readonly ImportedMessage[] {
  const files = [...listOf(message['files']), ...listOf(message['attachments'])].filter(isFields)
  const parts = listOf(message['content'])
    .filter(isFields)
    .filter(({ type }) => type === 'image_file' || type === 'image_url')
    .map((part) => fieldsOf(part['image_file'] ?? part['image_url']))
  const images = [...files.filter(({ type }) => (textOf(type) ?? '').startsWith('image/')), ...parts].map(
    ({ type, filename: name, url }, i) => namedImage(i + 1, { type, name, url }),
  )
  if (content.trim() === '' && images.length === 0) return []
  return [make({ role, content, ...(images.length === 0 ? {} : { images }) }, 'text')]
}

function toolMessages(make: MakeMessage, id: string, parts: readonly Fields[]): readonly ImportedMessage[] {
  return parts.flatMap((part, i) => {
    if (part['type'] !== 'tool_call') return []
    const given = fieldsOf(part['tool_call'])
    const { name, args, output } = { ...given, ...fieldsOf(given['function']) }
    const call = {
      id: textOf(given['id']) ?? `${id}:${i}`,
      type: 'function',
      name: textOf(name) ?? textOf(given['type']) ?? 'tool',
      arguments: parsedArguments(args ?? fieldsOf(given['function'])['arguments']),
    }
    const asked: Message = { role: 'assistant', content: '', tool_calls: [call] }
    const result: Message = { role: 'tool', content: textOf(output) ?? '', tool_call_id: call.id }
    return [
      make(asked, 'tool-call', `:call:${i}`),
      ...(textOf(output) === undefined ? [] : [make(result, 'tool-result', `:result:${i}`)]),
    ]
  })
}
