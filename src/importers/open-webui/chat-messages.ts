import type { Message, MessageImage } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { blocksOf, type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { type MakeMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { timeOf } from '../shared/time-of.ts'
import { readDetails } from './read-details.ts'

export interface ChatMessage {
  readonly id: string
  readonly message: Fields
  readonly branch: ImportedMessage['branch']
  readonly unknown: (kind: unknown) => void
}

/** A picture in Markdown whose bytes stand in the text. */
const INLINE = /!\[[^\]]{0,1000}\]\((data:image\/[\w.+-]+;base64,[^)]*)\)/g

/** The messages of one message of a chat. */
export function chatMessages({ id, message, branch, unknown }: ChatMessage): readonly ImportedMessage[] {
  const make = messageMaker({ nativeId: id, at: timeOf(message['timestamp']), branch })
  const { text, images } = saidIn(message)
  switch (message['role']) {
    case 'user':
      return said(make, 'user', text, images)
    case 'assistant':
      return answer(make, id, text, images, message)
    case 'tool':
      return text.trim() === '' ? [] : [make({ role: 'tool', content: text }, 'tool-result')]
    case 'system':
      return []
    default:
      unknown(`role ${String(message['role']).slice(0, 40)}`)
      return []
  }
}

function answer(
  make: MakeMessage,
  id: string,
  text: string,
  images: readonly MessageImage[],
  message: Fields,
): readonly ImportedMessage[] {
  const { reasoning, calls, rest } = readDetails(text)
  const thoughts = [textOf(message['reasoning_content']) ?? '', ...reasoning].filter(
    (part) => part.trim() !== '',
  )
  return [
    ...thinkingMessage(make, thoughts.join('\n\n')),
    ...calls.flatMap(({ id: own, name, given, result }, i) => {
      const call = { id: own ?? `${id}:${i}`, type: 'function', name, arguments: given }
      const asked: Message = { role: 'assistant', content: '', tool_calls: [call] }
      const got: Message = { role: 'tool', content: result ?? '', tool_call_id: call.id }
      return [
        make(asked, 'tool-call', `:call:${i}`),
        ...(result === undefined ? [] : [make(got, 'tool-result', `:result:${i}`)]),
      ]
    }),
    ...said(make, 'assistant', rest, images),
  ]
}

function said(
  make: MakeMessage,
  role: 'user' | 'assistant',
  content: string,
  images: readonly MessageImage[],
): readonly ImportedMessage[] {
  if (content.trim() === '' && images.length === 0) return []
  return [make({ role, content, ...(images.length === 0 ? {} : { images }) }, 'text')]
}

/** What a message says, in one text or in parts, and its pictures by name: their bytes may stand in the text. */
function saidIn({ content, files }: Fields): {
  readonly text: string
  readonly images: readonly MessageImage[]
} {
  const parts = blocksOf(content)
  const written = parts
    .filter(({ type }) => type === 'text')
    .map((part) => textOf(part['text']) ?? '')
    .filter((part) => part !== '')
    .join('\n\n')
  const inline = [...written.matchAll(INLINE)].map(([, url]) => ({ url }))
  const linked = parts
    .filter(({ type }) => type === 'image_url')
    .map((part) => ({ url: part['image_url'] && (fieldsOf(part['image_url'])['url'] ?? part['image_url']) }))
  const attached = listOf(files)
    .filter(isFields)
    .filter(({ type, content_type: media }) => type === 'image' || (textOf(media) ?? '').startsWith('image/'))
    .map(({ url, name, content_type: type }) => ({ url, name, type }))
  const images = [...attached, ...linked, ...inline].map((each, i) => namedImage(i + 1, each))
  return { text: inline.length === 0 ? written : written.replaceAll(INLINE, '').trim(), images }
}
