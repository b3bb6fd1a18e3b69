import type { Message, MessageImage, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, textOf } from '../shared/fields.ts'
import { importedMessage } from '../shared/imported-message.ts'
import { namedImage } from '../shared/named-image.ts'

const KINDS = new Set('text reasoning image_url binary tool_call tool_result finish'.split(' '))

export interface CrushMessage {
  readonly id: string
  readonly role: string
  readonly parts: readonly Fields[]
  /** Milliseconds since the epoch. */
  readonly at: number | undefined
  /** It stands for what a compaction left out. */
  readonly isSummary: boolean
}

export function isKnownKind(part: Fields): boolean {
  return KINDS.has(String(part['type']))
}

/** Whether the parts say that nothing comes any more. */
export function isFinished(parts: readonly Fields[]): boolean {
  return parts.some((part) => part['type'] === 'finish')
}

/** The messages that one of Crush becomes. */
export function crushMessages(stored: CrushMessage): readonly ImportedMessage[] {
  const { id, role, parts, at, isSummary } = stored
  const of = (type: string): readonly Fields[] =>
    parts.filter((part) => part['type'] === type).map((part) => fieldsOf(part['data']))
  const origin = (end: string = ''): { nativeId: string; at: number | undefined } => ({
    nativeId: `${id}${end}`,
    at,
  })
  const given: ImportedMessage[] = []
  const thought = joined(of('reasoning'), 'thinking')
  if (thought.trim() !== '') {
    const message: Message = { role: 'assistant', content: thought, meta: { thinking: true } }
    given.push(importedMessage(origin(':thinking'), message, 'thinking'))
  }
  const content = joined(of('text'), 'text')
  const images = imagesOf(of('image_url'), of('binary'))
  if ((role === 'user' || role === 'assistant') && (content.trim() !== '' || images.length > 0)) {
    const message: Message = isSummary
      ? { role: 'user', content, meta: { is_summary: true } }
      : { role, content, ...(images.length === 0 ? {} : { images }) }
    given.push(importedMessage(origin(), message, isSummary ? 'summary' : 'text'))
  }
  const calls = of('tool_call').map(toolCall)
  if (calls.length > 0) {
    const message: Message = { role: 'assistant', content: '', tool_calls: calls }
    given.push(importedMessage(origin(':calls'), message, 'tool-call'))
  }
  for (const [i, result] of of('tool_result').entries()) {
    const call = textOf(result['tool_call_id'])
    const message: Message = {
      role: 'tool',
      content: textOf(result['content']) ?? '',
      ...(call === undefined ? {} : { tool_call_id: call }),
      ...(result['is_error'] === true ? { is_error: true } : {}),
    }
    given.push(importedMessage(origin(`:result:${call ?? i}`), message, 'tool-result'))
  }
  return given
}

function joined(parts: readonly Fields[], field: string): string {
  return parts.flatMap((part) => textOf(part[field]) ?? []).join('\n\n')
}

function toolCall({ id, name, input }: Fields, nth: number): ToolCall {
  const call = { id: textOf(id) ?? `call-${nth}`, type: 'function', name: textOf(name) ?? 'tool' }
  if (typeof input !== 'string') return { ...call, arguments: input ?? {} }
  try {
    return { ...call, arguments: JSON.parse(input) as unknown }
  } catch {
    return { ...call, arguments: {}, raw: input }
  }
}

function imagesOf(linked: readonly Fields[], inside: readonly Fields[]): readonly MessageImage[] {
  const isImage = ({ MIMEType: type }: Fields): boolean =>
    typeof type === 'string' && type.startsWith('image/')
  const nameOf = (path: unknown): string | undefined => textOf(path)?.split(/[/\\]/).at(-1)
  return [
    ...linked.map(({ url }) => ({ url })),
    ...inside.filter(isImage).map(({ MIMEType: type, Path }) => ({ type, name: nameOf(Path) })),
  ].map((image, i) => namedImage(i + 1, image))
}
