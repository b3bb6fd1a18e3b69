import type { Message, MessageImage, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import type { MessageOrigin } from '../shared/imported-message.ts'
import { callsMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { timeOf } from '../shared/time-of.ts'

/** A part of a message as any generation stores it. */
export interface Part {
  readonly id: string
  readonly fields: Fields
}

export interface PartsOrigin extends MessageOrigin {
  readonly role: 'user' | 'assistant'
  /** The message stands for what a compaction left out. */
  readonly isSummary?: boolean
}

/** Kinds of parts that the known versions write. */
const KINDS = new Set(
  `text reasoning tool file step-start step-finish snapshot patch agent subtask retry compaction
  tool-invocation source-url`.split(/\s+/),
)

export function isKnownPart({ fields }: Part): boolean {
  return KINDS.has(String(fields['type']))
}

/**
 * What the parts of a message say: its text as one message, its thinking as another, then calls of tools and what came of
 * them; in the order in which each begins.
 */
export function partMessages(origin: PartsOrigin, parts: readonly Part[]): readonly ImportedMessage[] {
  const { role, isSummary = false } = origin
  const given: ImportedMessage[] = []
  const done = new Set<string>()
  const once = (kind: string, make: () => readonly ImportedMessage[]): void => {
    if (done.has(kind)) return
    done.add(kind)
    given.push(...make())
  }
  const said = parts.filter(({ fields }) => fields['synthetic'] !== true && fields['ignored'] !== true)
  for (const { fields } of parts) {
    switch (fields['type']) {
      case 'text':
      case 'file':
        once('text', () => textMessage(origin, said, isSummary))
        break
      case 'reasoning':
        once('reasoning', () => thinkingMessage(messageMaker(origin), joined(parts, 'reasoning')))
        break
      case 'tool':
      case 'tool-invocation':
        if (role === 'assistant') once('tool', () => toolMessages(origin, parts))
    }
  }
  return given
}

function textMessage(
  origin: PartsOrigin,
  parts: readonly Part[],
  isSummary: boolean,
): readonly ImportedMessage[] {
  const content = joined(parts, 'text')
  const images = imagesOf(parts)
  if (content.trim() === '' && images.length === 0) return []
  const make = messageMaker(origin)
  if (isSummary) return [make({ role: 'user', content, meta: { is_summary: true } }, 'summary')]
  const message: Message = { role: origin.role, content, ...(images.length === 0 ? {} : { images }) }
  return [make(message, 'text')]
}

function toolMessages(origin: PartsOrigin, parts: readonly Part[]): readonly ImportedMessage[] {
  const calls: ToolCall[] = []
  const results: ImportedMessage[] = []
  for (const { id, fields } of parts) {
    const tool = toolOf(fields)
    if (tool === undefined) continue
    const call = tool.id ?? id
    calls.push({ id: call, type: 'function', name: tool.name, arguments: tool.input })
    if (tool.output === undefined) continue
    const result: Message = {
      role: 'tool',
      content: tool.output,
      tool_call_id: call,
      ...(tool.isError ? { is_error: true } : {}),
    }
    const at = tool.at ?? origin.at
    results.push(messageMaker({ ...origin, at })(result, 'tool-result', `:result:${id}`))
  }
  return [...callsMessage(messageMaker(origin), calls), ...results]
}

interface ToolUse {
  readonly id: string | undefined
  readonly name: string
  readonly input: unknown
  readonly output: string | undefined
  readonly isError: boolean
  readonly at: number | undefined
}

function toolOf(fields: Fields): ToolUse | undefined {
  if (fields['type'] === 'tool-invocation') {
    const { toolCallId, toolName, args, result } = fieldsOf(fields['toolInvocation'])
    return {
      id: textOf(toolCallId),
      name: textOf(toolName) ?? 'tool',
      input: args ?? {},
      output: outputText(result),
      isError: false,
      at: undefined,
    }
  }
  if (fields['type'] !== 'tool') return undefined
  const state = fieldsOf(fields['state'])
  const isError = state['status'] === 'error'
  const failed = state['error']
  return {
    id: textOf(fields['callID']) ?? textOf(fields['id']),
    name: textOf(fields['tool']) ?? textOf(fields['name']) ?? 'tool',
    input: state['input'] ?? {},
    output: isError
      ? (outputText(failed) ?? textOf(fieldsOf(failed)['message']))
      : (outputText(state['output']) ?? outputText(state['content'])),
    isError,
    at: timeOf(fieldsOf(state['time'])['end']) ?? timeOf(fieldsOf(fields['time'])['completed']),
  }
}

/** Output is a text, or a list of parts of which some are texts. */
function outputText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return undefined
  return listOf(value)
    .filter(isFields)
    .flatMap((part) => textOf(part['text']) ?? [])
    .join('\n\n')
}

function joined(parts: readonly Part[], type: string): string {
  return parts
    .flatMap(({ fields }) => (fields['type'] === type ? (textOf(fields['text']) ?? []) : []))
    .join('\n\n')
}

function imagesOf(parts: readonly Part[]): readonly MessageImage[] {
  return parts
    .filter(({ fields }) => fields['type'] === 'file' && String(fields['mime']).startsWith('image/'))
    .map(({ fields }, i) =>
      namedImage(i + 1, {
        type: fields['mime'],
        name: fields['filename'] ?? fields['name'],
        url: fields['url'] ?? fields['uri'],
      }),
    )
}
