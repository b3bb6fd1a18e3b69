import type { Message, MessageImage, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, isFields, listOf, textOf } from '../shared/fields.ts'
import { namedImage } from '../shared/named-image.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { typedInItem, typedPrompt } from './user-prompt.ts'

/** What an entry of a rollout says, before it is clear whether it counts: visible messages stand in it twice. */
export interface Said {
  /** `item` and `event` are what was shown; `response` is what went to the model and came back; `other` stands once. */
  readonly source: 'item' | 'event' | 'response' | 'other'
  readonly message: Message
  readonly sort: ImportedMessage['sort']
  /** Unique in the thread, where the entry has one. */
  readonly id?: string
}

function said(source: Said['source'], message: Message, sort: Said['sort'], id?: string): Said {
  return {
    source,
    message: { ...message, content: wellFormed(message.content) },
    sort,
    ...(id === undefined ? {} : { id }),
  }
}

function visible(
  source: Said['source'],
  role: 'user' | 'assistant',
  content: string,
  { images = [], id }: { readonly images?: readonly MessageImage[]; readonly id?: string | undefined } = {},
): Said | undefined {
  if (content.trim() === '' && images.length === 0) return undefined
  return said(source, { role, content, ...(images.length === 0 ? {} : { images }) }, 'text', id)
}

/** A message event: of the older threads, or an item that is complete. */
export function eventMessage(payload: Fields): Said | undefined {
  const { type, message } = payload
  if (type === 'user_message') {
    const urls = listOf(payload['images']).map((url, i) => namedImage(i + 1, { url }))
    const files = listOf(payload['local_images']).map((path, i) =>
      namedImage(urls.length + i + 1, { name: nameIn(path) }),
    )
    return visible('event', 'user', typedPrompt(textOf(message) ?? ''), { images: [...urls, ...files] })
  }
  if (type === 'agent_message') return visible('event', 'assistant', textOf(message) ?? '')
  const item = payload['item']
  if (type !== 'item_completed' || !isFields(item)) return undefined
  const parts = listOf(item['content']).filter(isFields)
  const text = textsIn(parts).join('\n\n')
  const id = textOf(item['id'])
  if (item['type'] === 'UserMessage') {
    const images = parts
      .filter((part) => part['type'] === 'image' || part['type'] === 'local_image')
      .map((part, i) => namedImage(i + 1, { url: part['image_url'], name: nameIn(part['path']) }))
    return visible('item', 'user', typedPrompt(text), { images, id })
  }
  return item['type'] === 'AgentMessage' ? visible('item', 'assistant', text, { id }) : undefined
}

/** A raw item of the model's input or output. Injected text and the roles `developer` and `system` say nothing. */
export function itemMessage(payload: Fields): Said | undefined {
  const { type, role, content, call_id } = payload
  const id = textOf(payload['id'])
  const call = textOf(call_id) ?? id
  switch (type) {
    case 'message': {
      const parts = listOf(content).filter(isFields)
      if (role === 'assistant') return visible('response', 'assistant', textsIn(parts).join('\n\n'), { id })
      if (role !== 'user' || isHeartbeat(payload)) return undefined
      const images = parts
        .filter((part) => part['type'] === 'input_image')
        .map((part, i) => namedImage(i + 1, { url: part['image_url'] }))
      const typed = textsIn(parts)
        .map(typedInItem)
        .filter((text) => text !== '')
      return visible('response', 'user', typed.join('\n\n'), { images, id })
    }
    case 'reasoning': {
      const text = textsIn([...listOf(payload['summary']), ...listOf(content)].filter(isFields)).join('\n\n')
      if (text.trim() === '') return undefined
      const thought: Message = { role: 'assistant', content: text, meta: { thinking: true } }
      return said('other', thought, 'thinking', id && `thinking:${id}`)
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'web_search_call':
    case 'tool_search_call':
    case 'image_generation_call': {
      const calls: ToolCall[] = [{ id: call ?? 'call', type: 'function', ...callOf(payload) }]
      return said(
        'other',
        { role: 'assistant', content: '', tool_calls: calls },
        'tool-call',
        call && `call:${call}`,
      )
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
    case 'local_shell_call_output': {
      const text = outputText(payload['output'])
      const result: Message = {
        role: 'tool',
        content: text,
        ...(call === undefined ? {} : { tool_call_id: call }),
      }
      return said('other', result, 'tool-result', call && `result:${call}`)
    }
    default:
      return undefined
  }
}

/** What a compaction left in place of the past. */
export function compactedMessage(payload: Fields): Said | undefined {
  const content = textOf(payload['message'])
  if (content === undefined) return undefined
  return said('other', { role: 'user', content, meta: { is_summary: true } }, 'summary')
}

function callOf(payload: Fields): Pick<ToolCall, 'name' | 'arguments' | 'raw'> {
  const { type, name, action, input } = payload
  const fallback = String(type).replace(/_call$/, '')
  const given = payload['arguments']
  if (typeof given !== 'string')
    return { name: textOf(name) ?? fallback, arguments: given ?? input ?? action ?? {} }
  try {
    return { name: textOf(name) ?? fallback, arguments: JSON.parse(given) as unknown }
  } catch {
    return { name: textOf(name) ?? fallback, raw: given }
  }
}

/** The text of an output: plain, wrapped in JSON, or in parts. */
function outputText(output: unknown): string {
  if (Array.isArray(output)) return textsIn(output.filter(isFields)).join('\n')
  if (isFields(output)) return outputText(output['content'] ?? output['output'] ?? '')
  const text = textOf(output) ?? ''
  if (!text.startsWith('{"output":')) return text
  try {
    const inner = (JSON.parse(text) as Fields)['output']
    return typeof inner === 'string' ? inner : text
  } catch {
    return text
  }
}

function textsIn(parts: readonly Fields[]): string[] {
  return parts.map((part) => textOf(part['text']) ?? '').filter((text) => text !== '')
}

function isHeartbeat(payload: Fields): boolean {
  const { internal_chat_message_metadata_passthrough: passed } = payload
  const kinds = isFields(passed)
    ? listOf(passed['content_item_kinds'])
    : listOf(payload['content_item_kinds'])
  return kinds.includes('user.heartbeat')
}

function nameIn(path: unknown): string | undefined {
  return typeof path === 'string' ? path.split(/[/\\]/).at(-1) : undefined
}
