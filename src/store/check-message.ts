import { messageProblem } from '../conversation/message-shape.ts'
import type { Message } from '../conversation/message.ts'
import { ChatCliError } from '../errors.ts'

/** Deeper values cannot be written as JSON on every machine. */
const DEPTH = 512
/** UTF-16 code units of text in one message; a line must stay readable in bounded memory. */
const LENGTH = 24 * 2 ** 20

/**
 * Refuses what could not be stored or read back, before anything is written.
 *
 * @throws ChatCliError `usage`
 */
export function checkMessage(message: Message): Message {
  const problem = messageProblem(message)
  if (problem !== undefined) {
    const hint = 'A message is {"role": "user" | "assistant" | "system" | "tool", "content": "text", …}.'
    throw new ChatCliError('usage', `This is not a message: ${problem}`, { hint })
  }
  if (isDeeperThan(message, DEPTH)) {
    const hint = 'Store such data as a file and mention its path.'
    throw new ChatCliError('usage', `A message is nested more than ${DEPTH} levels deep`, { hint })
  }
  if (message.content.length > LENGTH) {
    const hint = `A message may have ${LENGTH} characters; store longer text as a file and mention its path.`
    throw new ChatCliError('usage', `A message has ${message.content.length} characters`, { hint })
  }
  return message
}

/** Without recursion, which a hostile value would overflow. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value].filter(isContainer)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap((item) => Object.values(item).filter(isContainer))
  }
  return false
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
