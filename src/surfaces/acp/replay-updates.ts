import type { ContentBlock, SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk/unstable'
import { unfenceRecalled } from '../../commands/chat/unfence-recalled.ts'
import { isSummary, isThinking } from '../../conversation/compaction/message-kinds.ts'
import type { Message } from '../../conversation/message.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { maskSecretsIn } from '../../text/secrets/mask-secrets-in.ts'
import type { CallIds } from './call-ids.ts'
import { memoryAnswer } from './memory-answer.ts'
import type { SaidMessage } from './said-in.ts'
import { planOf, toolCallShape } from './tool-call-shape.ts'

export interface ReplayOptions {
  /** Absolute; paths of calls are meant from there. */
  readonly cwd: string
  readonly text: Catalogue
  /** Mask secrets in calls and their results. */
  readonly mask: boolean
  /** Of the session: what is replayed begins its calls there. */
  readonly ids: CallIds
}

/**
 * What was said as an editor is told it, in order: words, thoughts, calls with their results, plans; each message under
 * the id it has in the journal. Secrets in calls and results are masked, the words of people and models are as they were.
 */
export function replayUpdates(
  said: readonly SaidMessage[],
  { cwd, text, mask, ids }: ReplayOptions,
): readonly SessionUpdate[] {
  const answered = new Set(said.flatMap(({ message }) => message.tool_call_id ?? []))
  const masked = mask ? maskSecretsIn : <T>(value: T): T => value
  const plans = new Set<string>()
  const changes = new Map<string, ToolCallContent[]>()
  // What failed changed nothing.
  const changesOf = ({ tool_call_id = '', is_error }: Message): readonly ToolCallContent[] =>
    is_error === true ? [] : (changes.get(tool_call_id) ?? [])
  return said.flatMap(({ id, message }): SessionUpdate[] => {
    const { role, content, tool_calls, tool_call_id } = message
    if (role === 'user') return userChunks(id, message, text)
    if (role === 'tool') {
      if (tool_call_id !== undefined && plans.has(tool_call_id)) return []
      return [
        ...toolResult(message, masked(unfenceRecalled(content)), changesOf(message), ids),
        ...chunk('agent_message_chunk', id, masked(memoryAnswer(message, text))),
      ]
    }
    // Instructions are nothing that anybody said.
    if (role !== 'assistant' && !isSummary(message)) return []
    const kind = isThinking(message) ? 'agent_thought_chunk' : 'agent_message_chunk'
    const calls = (tool_calls ?? []).flatMap((call): SessionUpdate[] => {
      const entries = planOf(call)
      if (entries === undefined) {
        const shape = masked(toolCallShape(call, cwd))
        changes.set(call.id, shape.content)
        const status = answered.has(call.id) ? 'pending' : 'failed'
        // One that never got a result was cut off.
        return [{ sessionUpdate: 'tool_call', toolCallId: ids.begin(call.id), ...shape, status }]
      }
      plans.add(call.id)
      return [{ sessionUpdate: 'plan', entries }]
    })
    return [...chunk(kind, id, content), ...calls]
  })
}

function chunk(
  sessionUpdate: 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk',
  messageId: string,
  words: string | undefined,
): SessionUpdate[] {
  if (words === undefined || words === '') return []
  return [{ sessionUpdate, messageId, content: { type: 'text', text: words } }]
}

function userChunks(
  messageId: string,
  { content, images = [] }: Message,
  { acp }: Catalogue,
): SessionUpdate[] {
  const shown = images.map(({ data, media_type, url, file_name }): ContentBlock => {
    if (data !== undefined && media_type !== undefined) return { type: 'image', data, mimeType: media_type }
    return { type: 'text', text: acp.image(file_name ?? url ?? acp.pasted) }
  })
  return [
    ...chunk('user_message_chunk', messageId, content),
    ...shown.map((block): SessionUpdate => ({
      sessionUpdate: 'user_message_chunk',
      messageId,
      content: block,
    })),
  ]
}

function toolResult(
  { tool_call_id = 'result', is_error }: Message,
  shownText: string,
  changes: readonly ToolCallContent[],
  ids: CallIds,
): SessionUpdate[] {
  const status = is_error === true ? 'failed' : 'completed'
  const shown: SessionUpdate = {
    sessionUpdate: 'tool_call_update',
    toolCallId: ids.of(tool_call_id),
    status,
    content: [...changes, { type: 'content', content: { type: 'text', text: shownText } }],
  }
  if (ids.has(tool_call_id)) return [shown]
  // Its call is not there: the editor could not place the result.
  return [
    {
      sessionUpdate: 'tool_call',
      toolCallId: ids.begin(tool_call_id),
      title: tool_call_id,
      status: 'pending',
    },
    { ...shown, toolCallId: ids.of(tool_call_id) },
  ]
}
