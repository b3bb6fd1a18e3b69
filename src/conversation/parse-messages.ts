import { ChatCliError } from '../errors.ts'
import { decodeSession } from './decode-session.ts'
import { messageProblem } from './message-shape.ts'
import type { SessionFile, StoredMessage } from './session-file.ts'

/**
 * Reads a conversation from text: a session file of any version up to 2, a bare array of messages, or messages line by
 * line as `exportJsonl` writes them.
 *
 * @param where how to name the text in an error
 * @throws ChatCliError `damaged` for text that is none of these, `newer-version`
 */
export function parseMessages(text: string, where: string): SessionFile {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  const whole = parsed(start)
  const isOneMessage = !Array.isArray(whole) && messageProblem(whole) === undefined
  if (start.startsWith('[') || (whole !== undefined && !isOneMessage)) return decodeSession(text, where)
  const messages: StoredMessage[] = []
  for (const [i, line] of start.split('\n').entries()) {
    if (line.trim() !== '') messages.push(messageIn(line, `${where}, line ${i + 1}`))
  }
  if (messages.length === 0) return decodeSession(text, where)
  return { version: 2, chat_history: messages, other: {} }
}

function messageIn(line: string, where: string): StoredMessage {
  const value = parsed(line)
  if (value === undefined) throw notMessage(where, 'it is not JSON')
  const problem = messageProblem(value)
  if (problem !== undefined) throw notMessage(where, problem)
  const { position: _position, turn: _turn, at, approximate, ...message } = value as StoredMessage
  if (typeof at !== 'string' || message.created_at !== undefined) return message
  return approximate === true ? { ...message, said_at: at } : { ...message, created_at: at }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function notMessage(where: string, what: string): ChatCliError {
  const hint =
    'Give a session file, an array of messages, or one message as JSON a line: {"role":"user","content":"…"}.'
  return new ChatCliError('damaged', `${where}: ${what}`, { hint })
}
