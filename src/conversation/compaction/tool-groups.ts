import type { Message } from '../message.ts'
import { isToolResult } from './message-kinds.ts'

/**
 * Which messages belong together: an answer with calls and the results of those calls share a number, every other message
 * has one of its own. Ids of calls may come again in later answers; a result belongs to the nearest answer before it.
 * A flagged result without an id belongs to the answer right before.
 */
export function toolGroups(messages: readonly Message[]): readonly number[] {
  const callers = new Map<string, number>()
  const groups: number[] = []
  for (const [i, message] of messages.entries()) {
    const { role, tool_call_id: id } = message
    let group = i
    if (role === 'assistant') for (const call of message.tool_calls ?? []) callers.set(call.id, i)
    if (role === 'tool') group = callers.get(id ?? '') ?? i
    else if (isToolResult(message)) group = groupBefore(messages, groups, i)
    groups.push(group)
  }
  return groups
}

function groupBefore(messages: readonly Message[], groups: readonly number[], i: number): number {
  const before = messages[i - 1]
  const group = groups[i - 1]
  if (before === undefined || group === undefined) return i
  return before.role === 'assistant' || isToolResult(before) ? group : i
}
