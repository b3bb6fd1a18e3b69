import type { Message, MessageImage, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, textOf } from '../shared/fields.ts'
import { callsMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { argumentsWithRaw } from '../shared/parsed-arguments.ts'

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
  const make = messageMaker({ nativeId: id, at })
  const given = [...thinkingMessage(make, joined(of('reasoning'), 'thinking'))]
  const content = joined(of('text'), 'text')
  const images = imagesOf(of('image_url'), of('binary'))
  if ((role === 'user' || role === 'assistant') && (content.trim() !== '' || images.length > 0)) {
    const message: Message = isSummary
      ? { role: 'user', content, meta: { is_summary: true } }
      : { role, content, ...(images.length === 0 ? {} : { images }) }
    given.push(make(message, isSummary ? 'summary' : 'text'))
  }
  given.push(...callsMessage(make, of('tool_call').map(toolCall)))
  for (const [i, result] of of('tool_result').entries()) {
    const call = textOf(result['tool_call_id'])
    const message: Message = {
      role: 'tool',
      content: textOf(result['content']) ?? '',
      ...(call === undefined ? {} : { tool_call_id: call }),
      ...(result['is_error'] === true ? { is_error: true } : {}),
    }
    given.push(make(message, 'tool-result', `:result:${call ?? i}`))
  }
  return given
}

function joined(parts: readonly Fields[], field: string): string {
  return parts.flatMap((part) => textOf(part[field]) ?? []).join('\n\n')
}

function toolCall({ id, name, input }: Fields, nth: number): ToolCall {
  return {
    id: textOf(id) ?? `call-${nth}`,
    type: 'function',
    name: textOf(name) ?? 'tool',
    ...argumentsWithRaw(input),
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
