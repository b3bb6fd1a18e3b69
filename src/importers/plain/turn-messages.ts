import type { Message, MessageImage, ToolCall } from '../../conversation/message.ts'
import { messagesOfShareGpt, shareGptTurnsIn } from '../../conversation/parse-sharegpt.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { importedMessage } from '../shared/imported-message.ts'
import { namedImage } from '../shared/named-image.ts'
import { parsedArguments } from '../shared/parsed-arguments.ts'
import { timeOf } from '../shared/time-of.ts'

const LISTS =
  'messages conversations conversation chat_history history turns contents dialog dialogue items'.split(' ')
const ROLES: Readonly<Record<string, Message['role']>> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  gpt: 'assistant',
  chatgpt: 'assistant',
  model: 'assistant',
  bot: 'assistant',
  ai: 'assistant',
  tool: 'tool',
  function: 'tool',
  observation: 'tool',
  system: 'system',
  developer: 'system',
}

/** Whether a value is one message of a conversation, in any of the usual forms. */
export function isTurn(value: unknown): value is Fields {
  if (!isFields(value) || speakerOf(value) === undefined) return false
  return ['content', 'value', 'text', 'parts', 'tool_calls'].some((key) => value[key] !== undefined)
}

/** The messages that a value has: it is a list of them, or an object with such a list. */
export function turnsIn(value: unknown): readonly Fields[] | undefined {
  const lists = Array.isArray(value) ? [value] : LISTS.map((key) => fieldsOf(value)[key])
  for (const list of lists) {
    const turns = listOf(list).filter(isTurn)
    if (turns.length > 0) return turns
  }
  return undefined
}

export function turnMessages(
  turns: readonly Fields[],
  unknown: (kind: unknown) => void,
): readonly ImportedMessage[] {
  const shared = turns.every(({ from, value }) => typeof from === 'string' && typeof value === 'string')
  const known = shared ? shareGptTurnsIn(turns) : undefined
  if (known !== undefined)
    return messagesOfShareGpt(known).flatMap((message) => imported(message, undefined, unknown))
  return turns.flatMap((turn) => imported(messageOf(turn), timeIn(turn), unknown))
}

function imported(
  message: Message,
  at: number | undefined,
  unknown: (kind: unknown) => void,
): readonly ImportedMessage[] {
  const { content, tool_calls: calls, images = [], role } = message
  if (role === 'system') return []
  if (!['user', 'assistant', 'tool'].includes(role)) {
    unknown(`role ${role.slice(0, 40)}`)
    return []
  }
  const origin = { nativeId: undefined, at }
  const { tool_calls: _calls, ...words } = message
  const isSaid = content.trim() !== '' || images.length > 0
  const asked: Message = { role, content: '', tool_calls: calls ?? [] }
  return [
    ...(isSaid ? [importedMessage(origin, words, role === 'tool' ? 'tool-result' : 'text')] : []),
    ...((calls ?? []).length > 0 ? [importedMessage(origin, asked, 'tool-call')] : []),
  ]
}

function speakerOf({ role, from, sender, author, speaker }: Fields): string | undefined {
  return [role, from, sender, author, fieldsOf(author)['role'], speaker]
    .map(textOf)
    .find((word) => word !== undefined)
}

function messageOf(turn: Fields): Message {
  const speaker = speakerOf(turn) ?? ''
  const given = turn['content'] ?? turn['value'] ?? turn['text'] ?? turn['parts']
  const parts = partsOf(given)
  const images = imagesIn(parts)
  const calls = listOf(turn['tool_calls']).filter(isFields).map(callOf)
  const call = textOf(turn['tool_call_id'])
  return {
    role: ROLES[speaker.toLowerCase()] ?? speaker,
    content: typeof given === 'string' ? given : textIn(parts),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(call === undefined ? {} : { tool_call_id: call }),
    ...(images.length === 0 ? {} : { images }),
  }
}

function partsOf(given: unknown): readonly unknown[] {
  const { parts, text } = fieldsOf(given)
  return Array.isArray(given)
    ? (given as unknown[])
    : Array.isArray(parts)
      ? (parts as unknown[])
      : [{ text }]
}

function textIn(parts: readonly unknown[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : (textOf(fieldsOf(part)['text']) ?? '')))
    .filter((part) => part !== '')
    .join('\n\n')
}

function imagesIn(parts: readonly unknown[]): MessageImage[] {
  return parts
    .filter(isFields)
    .filter(({ type }) => type === 'image_url' || type === 'image' || type === 'input_image')
    .map(({ image_url: url, source }, i) =>
      namedImage(i + 1, { url: fieldsOf(url)['url'] ?? url, type: fieldsOf(source)['media_type'] }),
    )
}

function callOf(call: Fields, nth: number): ToolCall {
  const { name, arguments: given } = { ...call, ...fieldsOf(call['function']) }
  return {
    id: textOf(call['id']) ?? `call-${nth}`,
    type: 'function',
    name: textOf(name) ?? 'tool',
    arguments: parsedArguments(given),
  }
}

function timeIn({
  created_at,
  createdAt,
  create_time,
  timestamp,
  at,
  time,
  date,
}: Fields): number | undefined {
  return [created_at, createdAt, create_time, timestamp, at, time, date]
    .map(timeOf)
    .find((ms) => ms !== undefined)
}
