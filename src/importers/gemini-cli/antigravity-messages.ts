import type { ImportedMessage } from '../importer.ts'
import { type Fields, isFields, listOf, textOf } from '../shared/fields.ts'
import { callsMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { replaceParts, taggedParts } from '../shared/tagged-parts.ts'
import { timeOf } from '../shared/time-of.ts'

const CONTEXT = 'ADDITIONAL_METADATA|USER_SETTINGS_CHANGE'

export function isAntigravityLine({ source }: Fields): boolean {
  return typeof source === 'string' && /^[A-Z_]+$/.test(source)
}

/** The messages of a line of a transcript of Antigravity: a request, an answer with its calls, or what a tool did. */
export function antigravityMessages(line: Fields): readonly ImportedMessage[] {
  const { source, type, content, thinking, created_at: createdAt } = line
  const make = messageMaker({ nativeId: undefined, at: timeOf(createdAt) })
  const text = textOf(content) ?? ''
  if (source === 'USER_EXPLICIT') {
    const [request] = taggedParts(text, 'USER_REQUEST')
    const typed = replaceParts(request?.inner ?? text, CONTEXT).trim()
    return typed === '' ? [] : [make({ role: 'user', content: typed }, 'text')]
  }
  if (source !== 'MODEL') return []
  if (type !== undefined && type !== 'PLANNER_RESPONSE')
    return text.trim() === '' ? [] : [make({ role: 'tool', content: text }, 'tool-result')]
  const calls = listOf(line['tool_calls'])
    .filter(isFields)
    .map(({ id, name, args, arguments: given }, nth) => ({
      id: textOf(id) ?? `call-${nth}`,
      type: 'function',
      name: textOf(name) ?? 'tool',
      arguments: args ?? given ?? {},
    }))
  return [
    ...thinkingMessage(make, textOf(thinking) ?? ''),
    ...(text.trim() === '' ? [] : [make({ role: 'assistant', content: text }, 'text')]),
    ...callsMessage(make, calls),
  ]
}
