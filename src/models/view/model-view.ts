import type { Message } from '../../conversation/message.ts'
import { callsAsText } from './calls-as-text.ts'
import { cleanText } from './clean-text.ts'
import { joinTurns } from './join-turns.ts'
import { pairCalls } from './pair-calls.ts'
import { turnOf } from './turn-of.ts'
import type { Turn } from './turn.ts'

/** What is sent to a model. */
export interface ModelView {
  readonly instructions: string
  /**
   * Roles user, assistant and tool only, and of the fields only the content, the calls with their arguments as objects,
   * `tool_call_id` and `is_error`.
   */
  readonly messages: readonly Message[]
}

const beforeAnswer = '[The beginning of this conversation is not shown.]'
const afterAnswer = 'Go on.'

/**
 * Makes of a window what every provider accepts, whatever the record holds: it begins with the user and ends with the
 * user or results; user and assistant take turns; every call has its result behind it; all text can be sent. The record
 * is not changed, and a view is its own view.
 *
 * @param calls whether calls and results stay what they are, or become text
 */
export function modelView(view: ModelView, calls: 'native' | 'text'): ModelView {
  const [system, said] = [view.messages.filter(isInstruction), view.messages.filter((m) => !isInstruction(m))]
  const instructions = [view.instructions, ...system.map(({ content }) => content)]
    .map(cleanText)
    .filter((text) => text.trim() !== '')
  const paired = pairCalls(said.map(turnOf))
  const joined = joinTurns(calls === 'text' ? callsAsText(paired) : paired)
  const turns: Turn[] = [...joined]
  if (turns[0]?.role === 'assistant') turns.unshift({ role: 'user', text: beforeAnswer })
  if (turns.length === 0 || turns.at(-1)?.role === 'assistant')
    turns.push({ role: 'user', text: afterAnswer })
  return { instructions: instructions.join('\n\n'), messages: turns.map(messageOf) }
}

/** Instructions may only stand before the conversation; a summary is part of it, whoever is said to have spoken it. */
function isInstruction({ role, meta }: Message): boolean {
  return (role === 'system' || role === 'developer') && !meta?.is_summary
}

function messageOf(turn: Turn): Message {
  const { role, text: content } = turn
  if (turn.role === 'tool') {
    return { role, content, tool_call_id: turn.id, ...(turn.isError ? { is_error: true } : {}) }
  }
  if (turn.role === 'user' || turn.calls.length === 0) return { role, content }
  return {
    role,
    content,
    tool_calls: turn.calls.map(({ id, name, args }) => ({ id, name, arguments: args })),
  }
}
