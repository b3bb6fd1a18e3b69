import type { MessageImage } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { callsMessage, type MakeMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { timeOf } from '../shared/time-of.ts'

/** Kinds of records that are shown, and are no part of what was said. */
const NOTICES = new Set(['info', 'error', 'warning'])
const INJECTED = /^\s*<(session_context|hook_context)>/
/** Handled by the interface: it never was a part of the conversation. */
const COMMAND = /^\s*[/?]/

export interface GeminiMessagesOptions {
  readonly branch: ImportedMessage['branch']
  /** Calls of which a result was given: it may stand in the record of the call and in an answer to it. */
  readonly answered: Set<string>
}

export function isGeminiType(type: unknown): boolean {
  return type === 'user' || type === 'gemini' || NOTICES.has(String(type))
}

/** The messages of a record of a Gemini CLI conversation. */
export function geminiMessages(
  record: Fields,
  { branch, answered }: GeminiMessagesOptions,
): readonly ImportedMessage[] {
  const { type, id, timestamp } = record
  const make = messageMaker({ nativeId: textOf(id), at: timeOf(timestamp), branch })
  let unnamed = 0
  const result = (given: unknown, fallback: unknown, more: object = {}): ImportedMessage[] => {
    const { response, id: own } = fieldsOf(given)
    const call = textOf(own) ?? textOf(fallback)
    if (call !== undefined && answered.has(call)) return []
    if (call !== undefined) answered.add(call)
    const message = {
      role: 'tool',
      content: outputOf(response),
      ...(call ? { tool_call_id: call } : {}),
      ...more,
    }
    return [make(message, 'tool-result', `:result:${call ?? `#${unnamed++}`}`)]
  }
  const parts = partsOf(record['content'])
  if (type === 'user') {
    const results = parts.flatMap((part) =>
      isFields(part['functionResponse']) ? result(part['functionResponse'], 0) : [],
    )
    return [...results, ...typed(record, parts, make)]
  }
  if (type !== 'gemini') return []
  const thinking = [...listOf(record['thoughts']).filter(isFields).map(thoughtText), ...textsOf(parts, true)]
  const text = textsOf(parts, false).join('')
  const records = listOf(record['toolCalls']).filter(isFields)
  const calls = records.map((call, nth) => ({
    id: textOf(call['id']) ?? `call-${nth}`,
    type: 'function',
    name: textOf(call['name']) ?? 'tool',
    arguments: call['args'] ?? {},
  }))
  const thought = thinking.filter((words) => words !== '').join('\n\n')
  return [
    ...thinkingMessage(make, thought),
    ...(text.trim() === '' ? [] : [make({ role: 'assistant', content: text }, 'text')]),
    ...callsMessage(make, calls),
    ...records.flatMap((call) =>
      partsOf(call['result'])
        .map((part) => part['functionResponse'])
        .filter(isFields)
        .flatMap((given) => result(given, call['id'], call['status'] === 'error' ? { is_error: true } : {})),
    ),
  ]
}

/** What was typed: the words as they were shown, before files named in them were put in. */
function typed(record: Fields, parts: readonly Fields[], make: MakeMessage): ImportedMessage[] {
  const shown = record['displayContent']
  const content = textsOf(shown === undefined || shown === null ? parts : partsOf(shown), false).join('')
  const images = imagesOf(parts)
  if (INJECTED.test(content) || COMMAND.test(content)) return []
  if (content.trim() === '' && images.length === 0) return []
  return [make({ role: 'user', content, ...(images.length === 0 ? {} : { images }) }, 'text')]
}

/** A list of parts may be written as one part, and a part as its text. */
function partsOf(content: unknown): readonly Fields[] {
  return (Array.isArray(content) ? listOf(content) : [content]).flatMap((part) =>
    typeof part === 'string' ? [{ text: part }] : isFields(part) ? [part] : [],
  )
}

function textsOf(parts: readonly Fields[], isThought: boolean): string[] {
  return parts
    .filter((part) => (part['thought'] === true) === isThought)
    .map((part) => textOf(part['text']) ?? '')
}

function thoughtText({ subject, description }: Fields): string {
  return [textOf(subject), textOf(description)].filter((text) => text !== undefined).join('\n')
}

function imagesOf(parts: readonly Fields[]): MessageImage[] {
  return parts
    .map(({ inlineData, fileData }) => (isFields(inlineData) ? inlineData : fileData))
    .filter(isFields)
    .map(({ mimeType, displayName, fileUri }, i) =>
      namedImage(i + 1, { type: mimeType, name: displayName, url: fileUri }),
    )
}

function outputOf(response: unknown): string {
  const { output, error, content } = fieldsOf(response)
  for (const given of [output, error, content, response]) if (typeof given === 'string') return given
  return response === undefined || response === null ? '' : JSON.stringify(response)
}
