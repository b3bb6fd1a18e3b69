import type { ConversationRecord, RecordMessage } from './record.ts'

/**
 * A record as JSON Lines, one message a line: `{position, turn, role, content, tool_calls, tool_call_id, at, id, meta}`
 * and whatever else the message carries. Nothing is lost, and the text can be saved as a session again.
 */
export function exportJsonl({ messages }: ConversationRecord): string {
  return messages
    .filter(({ state }) => state !== 'missing')
    .map((entry) => `${JSON.stringify(lineOf(entry))}\n`)
    .join('')
}

function lineOf({ position, turn, message, at, approximate, state }: RecordMessage): Record<string, unknown> {
  const { role, content, tool_calls, tool_call_id, id, meta, created_at, ...rest } = message
  const time = created_at ?? (at === undefined ? undefined : new Date(at).toISOString())
  return {
    position,
    turn,
    role,
    content,
    tool_calls: tool_calls ?? undefined,
    tool_call_id: tool_call_id === '' ? undefined : tool_call_id,
    at: time,
    approximate: created_at === undefined && approximate && time !== undefined ? true : undefined,
    id,
    meta,
    state: state === 'live' ? undefined : state,
    ...rest,
  }
}
