import type { Message, ToolCall } from './message.ts'
import { unescapeTag } from './sharegpt-tags.ts'
import type { ShareGptTurn } from './sharegpt-turn.ts'

/** What programs call the four roles. */
const roles: Readonly<Record<string, string>> = {
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  assistant: 'assistant',
  chatgpt: 'assistant',
  model: 'assistant',
  function_call: 'assistant',
  system: 'system',
  tool: 'tool',
  observation: 'tool',
  function_response: 'tool',
}

/**
 * The turns of a parsed value: one `{from, value}`, a list of them, or an object that has them as `conversations`, with
 * `system` in front where it says one; undefined when it is none of these.
 */
export function shareGptTurnsIn(value: unknown): readonly ShareGptTurn[] | undefined {
  if (isTurn(value)) return [value]
  if (Array.isArray(value)) return value.length > 0 && value.every(isTurn) ? value : undefined
  if (!isObject(value)) return undefined
  const { conversations, system } = value
  if (!Array.isArray(conversations) || conversations.length === 0 || !conversations.every(isTurn)) {
    return undefined
  }
  const isSaid = typeof system === 'string' && system !== ''
  return isSaid ? [{ from: 'system', value: system }, ...conversations] : conversations
}

/**
 * The messages of a conversation in ShareGPT form. Calls get ids of their own, in order; a result is that of the first
 * call before it that has none. What stands in a tag and cannot be read stays text.
 */
export function messagesOfShareGpt(turns: readonly ShareGptTurn[]): Message[] {
  const messages: Message[] = []
  let waiting: string[] = []
  let calls = 0
  const add = (message: Message): void => {
    const ids = (message.tool_calls ?? []).map(() => `call-${++calls}`)
    const named = message.tool_calls?.map((call, i) => ({ ...call, id: ids[i] ?? '' }))
    if (message.role !== 'system') waiting = ids
    messages.push({ ...message, ...(named === undefined ? {} : { tool_calls: named }) })
  }
  for (const { from, value } of turns) {
    const role = Object.hasOwn(roles, from) ? (roles[from] ?? from) : from
    if (role === 'tool') {
      for (const content of responsesIn(value)) {
        const id = waiting.shift()
        messages.push({ role, content, ...(id === undefined ? {} : { tool_call_id: id }) })
      }
    } else if (role === 'assistant') add(answerIn(value, from === 'function_call'))
    else add({ role, content: value })
  }
  return messages
}

function answerIn(value: string, isCall: boolean): Message {
  const role = 'assistant'
  const only = isCall ? callIn(value) : undefined
  if (only !== undefined) return { role, content: '', tool_calls: [only] }
  const parts = value.split(/<tool_call>([^]*?)<\/tool_call>/)
  const calls = parts.filter((_, i) => i % 2 === 1).map(callIn)
  const whole = calls.filter((call) => call !== undefined)
  if (whole.length < calls.length || whole.length === 0) {
    return { role, content: unescapeTag(value, 'tool_call') }
  }
  const [first = '', ...others] = parts.filter((_, i) => i % 2 === 0)
  const rest = others.map((part) => part.trim()).filter((part) => part !== '')
  const text = [...(first === '' ? [] : [first.replace(/\n$/, '')]), ...rest].join('\n')
  return { role, content: unescapeTag(text, 'tool_call'), tool_calls: whole }
}

function callIn(text: string): ToolCall | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(value) || typeof value['name'] !== 'string') return undefined
  return { id: '', name: value['name'], arguments: value['arguments'] ?? {} }
}

function responsesIn(value: string): readonly string[] {
  const parts = value.split(/<tool_response>([^]*?)<\/tool_response>/)
  const isTagged = parts.length > 1 && parts.every((part, i) => i % 2 === 1 || part.trim() === '')
  if (!isTagged) return [unescapeTag(value, 'tool_response')]
  return parts
    .filter((_, i) => i % 2 === 1)
    .map((body) => unescapeTag(body.replace(/^\n/, '').replace(/\n$/, ''), 'tool_response'))
}

function isTurn(value: unknown): value is ShareGptTurn {
  return isObject(value) && typeof value['from'] === 'string' && typeof value['value'] === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
