import { ChatCliError } from '../errors.ts'
import { decodeSession } from './decode-session.ts'
import { messageProblem } from './message-shape.ts'
import type { Message } from './message.ts'
import { messagesOfShareGpt, shareGptTurnsIn } from './parse-sharegpt.ts'
import type { SessionFile, StoredMessage } from './session-file.ts'
import type { ShareGptTurn } from './sharegpt-turn.ts'

/**
 * Reads a conversation from text: a session file of any version up to 2, a bare array of messages, messages line by
 * line as `exportJsonl` writes them, or ShareGPT form, whole or line by line as `exportShareGpt` writes it.
 *
 * @param where how to name the text in an error
 * @throws ChatCliError `damaged` for text that is none of these, `newer-version`, `usage` for several conversations
 */
export function parseMessages(text: string, where: string): SessionFile {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  const whole = parsed(start)
  const shared = wholeShareGpt(whole, where) ?? shareGptLines(start, where)
  if (shared !== undefined) return sessionOf(messagesOfShareGpt(shared))
  const isOneMessage = isMessage(whole)
  if (start.startsWith('[') || (whole !== undefined && !isOneMessage)) return decodeSession(text, where)
  const messages: StoredMessage[] = []
  for (const [i, line] of start.split('\n').entries()) {
    if (line.trim() !== '') messages.push(messageIn(line, `${where}, line ${i + 1}`))
  }
  return messages.length === 0 ? decodeSession(text, where) : sessionOf(messages)
}

function sessionOf(messages: readonly Message[]): SessionFile {
  return { version: 2, chat_history: messages, other: {} }
}

/** A data set of one conversation is one, too. */
function wholeShareGpt(value: unknown, where: string): readonly ShareGptTurn[] | undefined {
  if (isMessage(value)) return undefined
  const turns = shareGptTurnsIn(value)
  if (turns !== undefined || !Array.isArray(value)) return turns
  const conversations = value.map(shareGptTurnsIn)
  if (conversations.length === 0 || conversations.some((one) => one === undefined)) return undefined
  return onlyOne(conversations, where)
}

/** Undefined when the first line has another form. */
function shareGptLines(text: string, where: string): readonly ShareGptTurn[] | undefined {
  const first = parsed(text.split('\n', 1)[0] ?? '')
  if (isMessage(first) || shareGptTurnsIn(first) === undefined) return undefined
  const values = text.split('\n').map((line, i) => {
    if (line.trim() === '') return []
    const turns = shareGptTurnsIn(parsed(line))
    if (turns === undefined) throw notTurn(`${where}, line ${i + 1}`)
    return turns
  })
  const said = values.filter((turns) => turns.length > 0)
  const isByTurn = !Object.hasOwn(Object(first) as object, 'conversations')
  return isByTurn ? said.flat() : onlyOne(said, where)
}

function onlyOne<T>(conversations: readonly T[], where: string): T | undefined {
  if (conversations.length <= 1) return conversations[0]
  const hint = 'A session is one conversation: give each a file of its own.'
  throw new ChatCliError('usage', `${where} holds ${conversations.length} conversations`, { hint })
}

function isMessage(value: unknown): boolean {
  return !Array.isArray(value) && messageProblem(value) === undefined
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

function notTurn(where: string): ChatCliError {
  const hint = 'In ShareGPT form each line is {"from":"human","value":"…"}.'
  return new ChatCliError('damaged', `${where}: it is not in ShareGPT form`, { hint })
}
