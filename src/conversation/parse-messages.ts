import { ChatCliError } from '../errors.ts'
import { decodeSession } from './decode-session.ts'
import { messageProblem } from './message-shape.ts'
import type { Message } from './message.ts'
import type { SessionFile } from './session-file.ts'

/**
 * Reads a conversation from text: a session file of any version up to 2, a bare array of messages, or messages line by
 * line as `exportJsonl` writes them.
 *
 * @param where how to name the text in an error
 * @throws ChatCliError `damaged` for text that is none of these, `newer-version`
 */
export function parseMessages(text: string, where: string): SessionFile {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  const isWhole = start.startsWith('[') || isJson(start)
  const isLine = isWhole && start.startsWith('{') && messageProblem(JSON.parse(start)) === undefined
  if (isWhole && !isLine) return decodeSession(text, where)
  const messages: Message[] = []
  for (const [i, line] of start.split('\n').entries()) {
    if (line.trim() === '') continue
    messages.push(messageIn(line, `${where}, line ${i + 1}`))
  }
  if (messages.length === 0) return decodeSession(text, where)
  return { version: 2, chat_history: messages, other: {} }
}

function messageIn(line: string, where: string): Message {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (cause) {
    throw notMessage(where, 'it is not JSON', cause)
  }
  const problem = messageProblem(value)
  if (problem !== undefined) throw notMessage(where, problem)
  const { position, turn, state, at, approximate, ...message } = value as Message
  void [position, turn, state]
  const isExact = typeof at === 'string' && message.created_at === undefined && approximate !== true
  return isExact ? { ...message, created_at: at } : message
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function notMessage(where: string, what: string, cause?: unknown): ChatCliError {
  const hint =
    'Give a session file, an array of messages, or one message as JSON a line: {"role":"user","content":"…"}.'
  return new ChatCliError('damaged', `${where}: ${what}`, { hint, cause })
}
