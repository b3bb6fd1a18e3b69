import type { Message } from '../../conversation/message.ts'
import { callArguments } from './call-arguments.ts'
import { cleanText } from './clean-text.ts'
import { toolName } from './tool-name.ts'
import { toolOutput } from './tool-output.ts'
import type { Turn } from './turn.ts'

/** The thoughts some models write before their answer; no model wants another's. */
const thoughts = /^(?:\s*<think(?:ing)?>[^]*?<\/think(?:ing)?>)+\s*/

/**
 * What a provider is told of a message: its text, calls and result. Fields that only one provider knows, such as
 * thoughts and their signatures, are left out; a picture is named only. System messages are the caller's.
 */
export function turnOf(message: Message): Turn {
  const text = cleanText(message.content) + imagesOf(message)
  if (message.meta?.is_summary) return { role: 'user', text: summaryOf(text, message.meta.summary_of) }
  if (message.role === 'user') return { role: 'user', text }
  if (message.role === 'tool') {
    const { tool_call_id: id, is_error: isError } = message
    return { role: 'tool', id: id ?? '', text: toolOutput(message.content), isError: isError === true }
  }
  if (message.role !== 'assistant')
    return { role: 'user', text: text.trim() === '' ? '' : labelled(message, text) }
  const calls = (message.tool_calls ?? []).map((call) => ({
    id: call.id ?? '',
    name: toolName(call.name),
    args: callArguments(call),
  }))
  const own = text.replace(thoughts, '')
  const isCut = Boolean(message.meta?.['partial']) && own.trim() !== ''
  return { role: 'assistant', text: isCut ? `${own}\n\n[This answer was cut off here.]` : own, calls }
}

function summaryOf(text: string, count: unknown): string {
  if (text.trim() === '') return ''
  const messages = typeof count === 'number' ? `${count} earlier messages` : 'earlier messages'
  return `[Summary of ${messages} of this conversation]\n\n${text}`
}

function labelled({ role }: Message, text: string): string {
  return `[${cleanText(role).replaceAll(/\s+/g, ' ').slice(0, 40)}]\n\n${text}`
}

function imagesOf({ images }: Message): string {
  const named = (images ?? []).map(({ file_name: name, media_type: type }) =>
    cleanText(`[image${name ? ` ${name}` : ''}${type ? `, ${type}` : ''}, not shown]`),
  )
  return named.map((line) => `\n\n${line}`).join('')
}
