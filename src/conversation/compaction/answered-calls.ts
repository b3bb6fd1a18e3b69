import type { Message, ToolCall } from '../message.ts'

/** For each message the call that it answers; undefined for what is no result, or the result of nothing. */
export function answeredCalls(messages: readonly Message[]): readonly (ToolCall | undefined)[] {
  const calls = new Map<string, ToolCall>()
  return messages.map((message) => {
    if (message.role === 'assistant') for (const call of message.tool_calls ?? []) calls.set(call.id, call)
    return message.role === 'tool' ? calls.get(message.tool_call_id ?? '') : undefined
  })
}

/** Whether a call brings back what was archived; its result was asked for whole. */
export function isRecall(call: ToolCall | undefined): boolean {
  return call !== undefined && /^@?recall$/.test(call.name)
}
