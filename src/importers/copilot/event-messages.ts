import type { MessageImage, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { callsMessage, type MakeMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { timeOf } from '../shared/time-of.ts'

const INJECTED = /^\s*<(system_reminder|skill-context|system_notification)/
/** The first word of every type of event that some version writes. */
const KNOWN = new Set(
  `session user assistant tool subagent skill hook system permission user_input elicitation external_tool
  pending_messages exit_plan_mode command mcp sampling model steering abort`.split(/\s+/),
)

export function isEventType(type: unknown): boolean {
  return typeof type === 'string' && KNOWN.has(type.split('.')[0] ?? '')
}

/** The sub-agent that an event belongs to, or the call that started it; undefined for the session's own. */
export function agentOfEvent({ agentId, data }: Fields): string | undefined {
  return textOf(agentId) ?? textOf(fieldsOf(data)['parentToolCallId'])
}

/** The messages of an event of a Copilot session log. */
export function eventMessages(event: Fields): readonly ImportedMessage[] {
  const { type, id, timestamp } = event
  const data = fieldsOf(event['data'])
  const make = messageMaker({ nativeId: textOf(id), at: timeOf(timestamp) })
  if (event['ephemeral'] === true) return []
  switch (type) {
    case 'user.message':
      return typed(data, make)
    case 'assistant.message':
      return reply(data, make)
    case 'assistant.reasoning':
      return thinkingMessage(make, textOf(data['content']) ?? '')
    case 'tool.execution_complete': {
      const call = textOf(data['toolCallId'])
      const message = {
        role: 'tool',
        content: resultText(data),
        ...(call === undefined ? {} : { tool_call_id: call }),
        ...(data['success'] === false ? { is_error: true } : {}),
      }
      return [make(message, 'tool-result')]
    }
    case 'session.compaction_complete': {
      const content = textOf(data['summaryContent'])
      if (content === undefined) return []
      return [make({ role: 'user', content, meta: { is_summary: true } }, 'summary')]
    }
    default:
      return []
  }
}

/** `content` is what was typed; what was sent to the model has other things put around it. */
function typed(data: Fields, make: MakeMessage): ImportedMessage[] {
  const { source, content, attachments } = data
  const text = textOf(content) ?? ''
  if ((source !== undefined && source !== null && source !== 'user') || INJECTED.test(text)) return []
  const images = imagesOf(attachments)
  if (text.trim() === '' && images.length === 0) return []
  return [make({ role: 'user', content: text, ...(images.length === 0 ? {} : { images }) }, 'text')]
}

function reply(data: Fields, make: MakeMessage): ImportedMessage[] {
  const text = textOf(data['content']) ?? ''
  const calls = listOf(data['toolRequests']).filter(isFields).map(toolCall)
  return [
    ...thinkingMessage(make, textOf(data['reasoningText']) ?? ''),
    ...(text.trim() === '' ? [] : [make({ role: 'assistant', content: text }, 'text')]),
    ...callsMessage(make, calls),
  ]
}

function toolCall({ toolCallId, name, arguments: given }: Fields, nth: number): ToolCall {
  return {
    id: textOf(toolCallId) ?? `call-${nth}`,
    type: 'function',
    name: textOf(name) ?? 'tool',
    arguments: given ?? {},
  }
}

function resultText({ result, error }: Fields): string {
  const { content, detailedContent } = fieldsOf(result)
  const texts = [content, detailedContent, result, fieldsOf(error)['message'], error]
  return texts.map(textOf).find((text) => text !== undefined) ?? ''
}

function imagesOf(attachments: unknown): MessageImage[] {
  return listOf(attachments)
    .filter(isFields)
    .filter(({ type, mimeType }) => type === 'image' || textOf(mimeType)?.startsWith('image/') === true)
    .map(({ mimeType, displayName, path, name }, i) =>
      namedImage(i + 1, {
        type: mimeType,
        name: textOf(displayName) ?? textOf(name) ?? textOf(path)?.split(/[/\\]/).at(-1),
      }),
    )
}
