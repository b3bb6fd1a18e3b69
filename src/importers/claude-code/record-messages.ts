import type { Message, MessageImage, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { blocksOf, type Fields, fieldsOf, textOf } from '../shared/fields.ts'
import { namedImage } from '../shared/named-image.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { shellOutput, userText } from './user-text.ts'

/** What one record of a conversation says. */
export interface RecordMessages {
  readonly messages: readonly ImportedMessage[]
  /** What a person typed; undefined when nobody did. */
  readonly prompt: string | undefined
}

type Sort = ImportedMessage['sort']

const NOTHING: RecordMessages = { messages: [], prompt: undefined }

/** The messages of a record of type `user`, `assistant` or `attachment`. */
export function recordMessages(record: Fields): RecordMessages {
  switch (record['type']) {
    case 'user':
      return userMessages(record)
    case 'assistant':
      return { messages: assistantMessages(record), prompt: undefined }
    case 'attachment':
      return queuedPrompt(record)
    default:
      return NOTHING
  }
}

/** A copy made by a fork has an id of its own and names the message it was made of. */
function nativeIdOf(record: Fields): string | undefined {
  return textOf(fieldsOf(record['forkedFrom'])['messageUuid']) ?? textOf(record['uuid'])
}

function imported(record: Fields, message: Message, sort: Sort, part: string = ''): ImportedMessage {
  const at = timeOf(record['timestamp'])
  const id = nativeIdOf(record)
  return {
    message: { ...message, content: wellFormed(message.content) },
    ...(id === undefined ? {} : { nativeId: `${id}${part}` }),
    ...(at === undefined ? {} : { at }),
    quality: at === undefined ? 'none' : 'exact',
    branch: 'active',
    sort,
  }
}

function userMessages(record: Fields): RecordMessages {
  const blocks = blocksOf(fieldsOf(record['message'])['content'])
  const results = blocks.filter(({ type }) => type === 'tool_result')
  if (results.length > 0)
    return { messages: results.map((block, i) => toolResult(record, block, i)), prompt: undefined }
  if (record['isCompactSummary'] === true) {
    const content = blocks
      .map(({ text }) => textOf(text) ?? '')
      .join('\n\n')
      .trim()
    if (content === '') return NOTHING
    const summary: Message = { role: 'user', content, meta: { is_summary: true } }
    return { messages: [imported(record, summary, 'summary')], prompt: undefined }
  }
  if (
    record['isMeta'] === true ||
    textOf(record['teamName']) !== undefined ||
    record['promptSource'] === 'system'
  )
    return NOTHING
  const output = blocks.length === 1 ? shellOutput(textOf(blocks[0]?.['text']) ?? '') : undefined
  if (output !== undefined && output !== '')
    return {
      messages: [imported(record, { role: 'tool', content: output }, 'tool-result')],
      prompt: undefined,
    }
  return typed(record, blocks, record['promptSource'] === 'sdk' ? { prompt_source: 'sdk' } : undefined)
}

/** Prompts that were typed while the agent was busy stand nowhere else. */
function queuedPrompt(record: Fields): RecordMessages {
  const { type, prompt, commandMode = 'prompt', origin } = fieldsOf(record['attachment'])
  const kind = fieldsOf(origin)['kind'] ?? 'human'
  if (type !== 'queued_command' || commandMode !== 'prompt' || kind !== 'human') return NOTHING
  return typed(record, blocksOf(prompt))
}

function typed(record: Fields, blocks: readonly Fields[], meta?: Message['meta']): RecordMessages {
  const texts = blocks.map(({ type, text }) => (type === 'text' ? userText(textOf(text) ?? '') : ''))
  const content = texts.filter((text) => text !== '').join('\n\n')
  const images = imagesOf(blocks)
  if (content === '' && images.length === 0) return NOTHING
  const message: Message = {
    role: 'user',
    content,
    ...(meta === undefined ? {} : { meta }),
    ...(images.length === 0 ? {} : { images }),
  }
  return { messages: [imported(record, message, 'text')], prompt: content }
}

function imagesOf(blocks: readonly Fields[]): MessageImage[] {
  return blocks
    .filter(({ type }) => type === 'image' || type === 'document')
    .map((block, i) => {
      const { media_type: type, url } = fieldsOf(block['source'])
      return namedImage(i + 1, { type, url, name: block['title'] })
    })
}

function toolResult(record: Fields, block: Fields, nth: number): ImportedMessage {
  const { content, tool_use_id, is_error } = block
  const parts = blocksOf(content)
  const text = parts
    .map((part) => textOf(part['text']))
    .filter((part) => part !== undefined)
    .join('\n')
  const images = imagesOf(parts)
  const call = textOf(tool_use_id)
  const message: Message = {
    role: 'tool',
    content: text,
    ...(call === undefined ? {} : { tool_call_id: call }),
    ...(is_error === true ? { is_error } : {}),
    ...(images.length === 0 ? {} : { images }),
  }
  return imported(record, message, 'tool-result', nth === 0 ? '' : `:${nth}`)
}

function assistantMessages(record: Fields): ImportedMessage[] {
  const { content, model } = fieldsOf(record['message'])
  if (record['isApiErrorMessage'] === true || model === '<synthetic>') return []
  const blocks = blocksOf(content)
  const join = (type: string, field: string): string =>
    blocks
      .filter((block) => block['type'] === type)
      .map((block) => textOf(block[field]) ?? '')
      .filter((text) => text !== '')
      .join('\n\n')
  const thinking = join('thinking', 'thinking')
  const text = join('text', 'text')
  const calls = blocks.filter(({ type }) => type === 'tool_use' || type === 'server_tool_use').map(toolCall)
  const found: ImportedMessage[] = []
  if (thinking !== '')
    found.push(
      imported(
        record,
        { role: 'assistant', content: thinking, meta: { thinking: true } },
        'thinking',
        ':thinking',
      ),
    )
  if (text.trim() !== '') found.push(imported(record, { role: 'assistant', content: text }, 'text'))
  if (calls.length > 0)
    found.push(imported(record, { role: 'assistant', content: '', tool_calls: calls }, 'tool-call', ':calls'))
  return found
}

function toolCall({ id, name, input }: Fields, nth: number): ToolCall {
  return {
    id: textOf(id) ?? `call-${nth}`,
    type: 'function',
    name: textOf(name) ?? 'tool',
    arguments: input ?? {},
  }
}
