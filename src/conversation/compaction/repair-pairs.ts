import type { Message, ToolCall } from '../message.ts'
import type { Draft, DraftEntry } from './draft.ts'
import type { Limits } from './limits.ts'

/**
 * Makes every call answered and every result the answer of a call: a call without a result leaves its message, which
 * says so; a result without a call becomes a message of the user, flagged. Nothing said is lost. The newest messages
 * are repaired too; those of open turns are not, since their results may still come.
 */
export function repairPairs(draft: Draft, { openTurns }: Pick<Limits, 'openTurns'> = {}): Draft {
  const isOpen = ({ from }: DraftEntry): boolean =>
    openTurns !== undefined && from.some(({ turn }) => openTurns.has(turn))
  const { answered, orphans } = pairs(draft.map(({ message }) => message))
  return draft.map((entry, i) => {
    const { message } = entry
    if (isOpen(entry)) return entry
    if (orphans.has(i)) return { ...entry, message: asFeedback(message) }
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
    const kept = calls.filter(({ id }) => answered.has(`${i} ${id}`))
    return kept.length === calls.length ? entry : { ...entry, message: withCalls(message, kept) }
  })
}

interface Pairs {
  /** `index id` of every call with a result. */
  readonly answered: ReadonlySet<string>
  /** Places of results of nothing. */
  readonly orphans: ReadonlySet<number>
}

function pairs(messages: readonly Message[]): Pairs {
  const callers = new Map<string, number>()
  const answered = new Set<string>()
  const orphans = new Set<number>()
  for (const [i, message] of messages.entries()) {
    if (message.role === 'assistant') for (const { id } of message.tool_calls ?? []) callers.set(id, i)
    if (message.role !== 'tool') continue
    const id = message.tool_call_id ?? ''
    const caller = callers.get(id)
    if (caller === undefined || answered.has(`${caller} ${id}`)) orphans.add(i)
    else answered.add(`${caller} ${id}`)
  }
  return { answered, orphans }
}

function asFeedback(message: Message): Message {
  return without(message, 'id', 'tool_call_id', {
    role: 'user',
    content: message.content,
    meta: { ...message.meta, agent_feedback: true, compacted: 'plain' },
  })
}

function withCalls(message: Message, kept: readonly ToolCall[]): Message {
  const names = (message.tool_calls ?? []).filter((call) => !kept.includes(call)).map(({ name }) => name)
  const note = `[called ${names.join(', ')}, without a result]`
  const content = message.content === '' ? note : `${message.content}\n${note}`
  const calls = kept.length > 0 ? { tool_calls: kept } : {}
  return without(message, 'id', 'tool_calls', { role: message.role, content, ...calls })
}

function without(message: Message, one: string, other: string, changed: Message): Message {
  const rest = Object.entries(message).filter(([name]) => name !== one && name !== other)
  return { ...Object.fromEntries(rest), ...changed }
}
