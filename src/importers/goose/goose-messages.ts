import { sha256 } from '../../conversation/message-hash.ts'
import type { Message, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { callsMessage, messageMaker } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'

const KINDS = new Set(
  `text image toolRequest toolResponse thinking redactedThinking reasoning frontendToolRequest systemNotification
  toolConfirmationRequest actionRequired contextLengthExceeded summarizationRequested document`.split(/\s+/),
)

export interface GooseMessage {
  /** Undefined in older versions. */
  readonly id: string | undefined
  readonly role: string
  readonly content: readonly Fields[]
  /** Milliseconds since the epoch. */
  readonly at: number | undefined
}

export function isKnownKind(block: Fields): boolean {
  return KINDS.has(String(block['type']))
}

/** Whether a person sees a message: a summary for the model only is none of the conversation. */
export function isSeen(metadata: unknown): boolean {
  return fieldsOf(metadata)['userVisible'] !== false
}

/**
 * Gives each message of a session an id that stays the same when the rows are written anew: its own, else one of who said
 * what when, and how often. Of two messages with one id of their own, each is kept that says something else.
 */
export function gooseIds(): (message: GooseMessage) => string {
  const seen = new Map<string, number>()
  const own = new Map<string, string>()
  return ({ id, role, content, at }) => {
    const hash = sha256(JSON.stringify(content)).slice(0, 16)
    if (id !== undefined) {
      const first = own.get(id) ?? hash
      own.set(id, first)
      return first === hash ? id : `${id}:${hash}`
    }
    const said = `${role}@${at ?? ''}:${hash}`
    const nth = seen.get(said) ?? 0
    seen.set(said, nth + 1)
    return nth === 0 ? said : `${said}:${nth}`
  }
}

/** The messages that one of Goose becomes. */
export function gooseMessages(stored: GooseMessage, id: string): readonly ImportedMessage[] {
  const { role, content, at } = stored
  const make = messageMaker({ nativeId: id, at })
  const given: ImportedMessage[] = []
  const thought = joined(content, ['thinking', 'reasoning'], 'thinking')
  if (thought !== '') {
    const message: Message = { role: 'assistant', content: thought, meta: { thinking: true } }
    given.push(make(message, 'thinking', ':thinking'))
  }
  const text = joined(content, ['text'], 'text')
  const images = content
    .filter(({ type }) => type === 'image')
    .map(({ mimeType, name }, i) => namedImage(i + 1, { type: mimeType, name }))
  if ((role === 'user' || role === 'assistant') && (text.trim() !== '' || images.length > 0)) {
    const message: Message = { role, content: text, ...(images.length === 0 ? {} : { images }) }
    given.push(make(message, 'text'))
  }
  const calls = content
    .filter(({ type }) => type === 'toolRequest' || type === 'frontendToolRequest')
    .map(toolCall)
  given.push(...callsMessage(make, calls))
  for (const [i, block] of content.entries()) {
    if (block['type'] !== 'toolResponse') continue
    const message = toolResult(block)
    given.push(make(message, 'tool-result', `:result:${message.tool_call_id ?? i}`))
  }
  return given
}

function joined(content: readonly Fields[], types: readonly unknown[], field: string): string {
  return content
    .filter(({ type }) => types.includes(type))
    .flatMap((block) => textOf(block[field]) ?? textOf(block['text']) ?? [])
    .join('\n\n')
}

function toolCall(block: Fields, nth: number): ToolCall {
  const { value } = fieldsOf(block['toolCall'])
  const { name, arguments: given } = fieldsOf(value)
  return {
    id: textOf(block['id']) ?? `call-${nth}`,
    type: 'function',
    name: textOf(name) ?? 'tool',
    arguments: given ?? {},
  }
}

function toolResult(block: Fields): Message {
  const call = textOf(block['id'])
  const { status, value, error } = fieldsOf(block['toolResult'])
  const parts = Array.isArray(value) ? value : listOf(fieldsOf(value)['content'])
  const text = parts
    .filter(isFields)
    .flatMap((part) => textOf(part['text']) ?? textOf(fieldsOf(part['resource'])['text']) ?? [])
    .join('\n\n')
  const isError = status === 'error' || fieldsOf(value)['isError'] === true
  return {
    role: 'tool',
    content: text === '' ? (textOf(error) ?? textOf(value) ?? '') : text,
    ...(call === undefined ? {} : { tool_call_id: call }),
    ...(isError ? { is_error: true } : {}),
  }
}
