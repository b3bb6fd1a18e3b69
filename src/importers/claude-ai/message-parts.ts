import type { Message, MessageImage, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { type MakeMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { timeOf } from '../shared/time-of.ts'

export interface ExportedMessage {
  readonly id: string
  readonly message: Fields
  readonly branch: ImportedMessage['branch']
  readonly unknown: (kind: unknown) => void
}

/** Kinds of blocks; the last two say nothing of a conversation. */
const KNOWN = new Set('text voice_note thinking tool_use tool_result image token_budget flag'.split(' '))
/** What stands in the plain text of a message in the place of each block that is none. */
const PLACEHOLDER = /```\n?This block is not supported on your current device yet\.?\n?```/g
const PICTURE = /\.(png|jpe?g|gif|webp|heic|bmp|svg|tiff?)$/i

/** The messages of one message of the export: what was thought, what was asked of tools, what was said. */
export function messageParts({ id, message, branch, unknown }: ExportedMessage): readonly ImportedMessage[] {
  const make = messageMaker({ nativeId: id, at: timeOf(message['created_at']), branch })
  const blocks = listOf(message['content']).filter(isFields)
  for (const { type } of blocks) if (typeof type !== 'string' || !KNOWN.has(type)) unknown(type)
  const content = saidIn(message, blocks)
  switch (message['sender']) {
    case 'human':
    case 'user':
      return typed(make, message, content)
    case 'assistant': {
      const answer: Message = { role: 'assistant', content }
      return [
        ...thinkingMessage(make, thoughtIn(blocks)),
        ...toolMessages(make, id, blocks),
        ...(content.trim() === '' ? [] : [make(answer, 'text')]),
      ]
    }
    default:
      unknown(`sender ${String(message['sender']).slice(0, 40)}`)
      return []
  }
}

function saidIn({ text }: Fields, blocks: readonly Fields[]): string {
  const parts = blocks
    .filter(({ type }) => type === 'text' || type === 'voice_note')
    .map((block) => textOf(block['text']) ?? '')
    .filter((part) => part.trim() !== '')
  return parts.length > 0 ? parts.join('\n\n') : (textOf(text) ?? '').replaceAll(PLACEHOLDER, '').trim()
}

function typed(make: MakeMessage, message: Fields, content: string): readonly ImportedMessage[] {
  const files = [...listOf(message['files']), ...listOf(message['files_v2'])].filter(isFields)
  const names = new Set(files.map(({ file_name: name }) => textOf(name)).filter((name) => name !== undefined))
  const images = [...names].filter((name) => PICTURE.test(name)).map((name, i) => namedImage(i + 1, { name }))
  const said: Message = { role: 'user', content, ...(images.length === 0 ? {} : { images }) }
  const isSaid = content.trim() !== ''
  const pasted = listOf(message['attachments'])
    .filter(isFields)
    .flatMap(({ file_name: name, extracted_content: text }, i) => {
      const words = textOf(text)
      if (words === undefined) return []
      const meta = { attachment: textOf(name) ?? `attachment-${i + 1}` }
      return [make({ role: 'user', content: words, meta }, 'other', `:file:${i}`)]
    })
  return [...(isSaid || images.length > 0 ? [make(said, isSaid ? 'text' : 'other')] : []), ...pasted]
}

function thoughtIn(blocks: readonly Fields[]): string {
  return blocks
    .filter(({ type }) => type === 'thinking')
    .map(({ thinking }) => textOf(thinking) ?? '')
    .filter((part) => part.trim() !== '')
    .join('\n\n')
}

/** Calls and results may lack the ids that join them: then a result is that of the last call. */
function toolMessages(make: MakeMessage, id: string, blocks: readonly Fields[]): readonly ImportedMessage[] {
  let last: string | undefined
  return blocks.flatMap((block, i) => {
    if (block['type'] === 'tool_use') {
      const call: ToolCall = {
        id: textOf(block['id']) ?? `${id}:${i}`,
        type: 'function',
        name: textOf(block['name']) ?? 'tool',
        arguments: block['input'] ?? {},
      }
      last = call.id
      return [make({ role: 'assistant', content: '', tool_calls: [call] }, 'tool-call', `:call:${i}`)]
    }
    if (block['type'] !== 'tool_result') return []
    const call = textOf(block['tool_use_id']) ?? last
    const images = resultImages(block)
    const result: Message = {
      role: 'tool',
      content: resultText(block),
      ...(call === undefined ? {} : { tool_call_id: call }),
      ...(block['is_error'] === true ? { is_error: true } : {}),
      ...(images.length === 0 ? {} : { images }),
    }
    return [make(result, 'tool-result', `:result:${i}`)]
  })
}

function resultText({ content }: Fields): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .filter(isFields)
    .map(
      ({ text, title, url }) =>
        textOf(text) ??
        [title, url]
          .map(textOf)
          .filter((part) => part !== undefined)
          .join('\n'),
    )
    .filter((part) => part !== '')
    .join('\n\n')
}

function resultImages({ content }: Fields): MessageImage[] {
  return listOf(content)
    .filter(isFields)
    .filter(({ type }) => type === 'image')
    .map(({ source, file_name: name }, i) =>
      namedImage(i + 1, { type: fieldsOf(source)['media_type'], name }),
    )
}
