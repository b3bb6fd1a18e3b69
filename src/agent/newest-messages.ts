import type { Message } from '../conversation/message.ts'

/**
 * The newest messages of a window, with its system messages and summaries in front. A result of a tool does not stand
 * without its call, and what was asked last is there however much its tools have said.
 *
 * @param most how many, without those in front
 */
export function newestMessages(messages: readonly Message[], most: number): readonly Message[] {
  const said = messages.filter((message) => !isFraming(message))
  if (said.length <= most) return messages
  const asked = said.findLastIndex(({ role }) => role === 'user')
  let from = said.length - most
  while (said[from]?.role === 'tool') from++
  if (asked >= 0) from = Math.min(from, asked)
  let at = 0
  return messages.filter((message) => isFraming(message) || at++ >= from)
}

function isFraming({ role, meta }: Message): boolean {
  return role === 'system' || meta?.is_summary === true
}
