import type { Message } from '../../conversation/message.ts'
import { ChatCliError } from '../../errors.ts'
import { sanitiseForTerminal, sanitiseLine } from '../../text/sanitise.ts'
import { callLine } from './call-line.ts'
import type { SlashContext } from './slash-context.ts'
import { unfenceRecalled } from './unfence-recalled.ts'

/**
 * What a line about a tool stands for: the whole results of the newest turn that used tools, or one of them, safe in a
 * terminal. What that turn was given beside the conversation comes first.
 *
 * @param wanted which one, counted from 1
 * @throws ChatCliError `usage` when there is no such result
 */
export function toolOutput({ chat, text }: Pick<SlashContext, 'chat' | 'text'>, wanted?: string): string[] {
  const { supplements = [], usedTools = true } = chat.unfoldable ?? {}
  const used = [
    ...supplements.map(({ line, whole }) => ({ title: line, result: whole })),
    ...(usedTools ? lastResults(chat.conversation.messages) : []),
  ]
  if (used.length === 0) return [text.chat.noToolOutput]
  const number = wanted === undefined ? undefined : Number(wanted)
  const shown = number === undefined ? used : used.slice(number - 1, number)
  if (shown.length === 0 || (number !== undefined && !(number >= 1))) {
    throw new ChatCliError('usage', text.chat.noSuchOutput(sanitiseForTerminal(wanted ?? ''), used.length))
  }
  return shown.flatMap(({ title, result }, at) => [
    ...(at === 0 ? [] : ['']),
    `⏺ ${sanitiseLine(title)}`,
    sanitiseForTerminal(unfenceRecalled(result)).trimEnd(),
  ])
}

interface Used {
  readonly title: string
  readonly result: string
}

/** Calls and what they gave, of the newest turn that has any. */
function lastResults(messages: readonly Message[]): readonly Used[] {
  const end = messages.findLastIndex(({ role }) => role === 'tool')
  const start = messages.slice(0, end + 1).findLastIndex(({ role }) => role === 'user')
  const turn = messages.slice(start + 1)
  // Some models give every call the same id: the newest one in front of a result is meant.
  const titles = new Map<string | undefined, string>()
  return turn.flatMap(({ role, content, tool_calls: calls, tool_call_id: id }) => {
    for (const call of calls ?? []) titles.set(call.id, callLine(call))
    return role === 'tool' ? [{ title: titles.get(id) ?? '', result: content }] : []
  })
}
