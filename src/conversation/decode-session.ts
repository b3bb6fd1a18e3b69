import { ChatCliError } from '../errors.ts'
import { mergeHistories } from './merge-histories.ts'
import { messageProblem } from './message-shape.ts'
import type { Message } from './message.ts'
import { HISTORY_KEYS, SESSION_KEYS, SESSION_VERSION, type SessionFile } from './session-file.ts'

/** What an encrypted session file begins with; the rest is not text. */
export const SEALED = 'CHATCLI_ENC_'

/**
 * Reads a session file of any version up to 2, or a bare array of messages.
 *
 * @param text the whole file
 * @param where how to name the file in an error
 * @throws ChatCliError `damaged` when it is no session, `newer-version` when a later program wrote it, `key` when it is
 *   encrypted
 */
export function decodeSession(text: string, where: string): SessionFile {
  if (text.startsWith(SEALED)) throw sealed(where)
  const value = parse(text, where)
  if (Array.isArray(value)) return { version: 1, chat_history: messagesIn(value, where), other: {} }
  if (typeof value !== 'object' || value === null) throw damaged(where, 'it holds no session')
  const fields = value as Record<string, unknown>
  const version = fields['version'] ?? 1
  if (typeof version !== 'number') throw damaged(where, 'its version is not a number')
  if (version > SESSION_VERSION) throw newer(where, version)
  if (!HISTORY_KEYS.some((key) => Array.isArray(fields[key]))) throw damaged(where, 'it has no history')
  const histories = HISTORY_KEYS.map((key) => messagesIn(fields[key] ?? [], where))
  const known: Record<string, unknown> = {}
  for (const key of SESSION_KEYS) if (hasShape(key, fields[key])) known[key] = fields[key]
  // A field of ours in another shape is another program's field: it is kept like any other.
  const taken = new Set<string>([...Object.keys(known), ...HISTORY_KEYS])
  const other = Object.fromEntries(
    Object.entries(fields).filter(([key, kept]) => !taken.has(key) && kept !== null),
  )
  return { ...known, version, chat_history: mergeHistories(histories), other }
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw damaged(where, text.trim() === '' ? 'it is empty' : 'it is not whole JSON', cause)
  }
}

function messagesIn(value: unknown, where: string): Message[] {
  if (!Array.isArray(value)) throw damaged(where, 'a history is not a list')
  for (const [i, item] of (value as unknown[]).entries()) {
    const problem = messageProblem(item)
    if (problem !== undefined) throw damaged(where, `${problem} (message ${i})`)
  }
  return value as Message[]
}

/** A known field of another shape than ours says nothing to us; another program or a hand may have written it. */
function hasShape(key: (typeof SESSION_KEYS)[number], value: unknown): boolean {
  switch (key) {
    case 'id':
    case 'name':
    case 'title':
    case 'created_at':
    case 'updated_at':
    case 'transcript_id':
    case 'snapshot_hash':
      return typeof value === 'string'
    case 'messages':
      return typeof value === 'number'
    case 'machine':
    case 'private':
    case 'pinned':
      return typeof value === 'boolean'
    case 'checkpoints':
      return (
        Array.isArray(value) && value.every((item) => isObject(item) && typeof item['digest'] === 'string')
      )
    case 'attachments':
    case 'archive_keys':
      return Array.isArray(value)
    case 'source':
      return isObject(value) && typeof value['tool'] === 'string'
    case 'fold':
      return isObject(value) && isFoldMark(value)
    default:
      return value !== undefined && value !== null
  }
}

function isFoldMark(fold: Record<string, unknown>): boolean {
  const lists = ['last', 'open_turns', 'seen', 'adopted']
  return (
    fold['version'] === 1 &&
    Number.isSafeInteger(fold['offset']) &&
    typeof fold['crc'] === 'string' &&
    typeof fold['first_words'] === 'string' &&
    lists.every((key) => Array.isArray(fold[key]))
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function damaged(where: string, what: string, cause?: unknown): ChatCliError {
  const hint = 'The file is left as it is. Put a backup in its place, or repair it by hand and try again.'
  return new ChatCliError('damaged', `${where} cannot be read as a session: ${what}`, { hint, cause })
}

function newer(where: string, version: number): ChatCliError {
  const hint = 'Update chatcli to open it; the file is left as it is.'
  const text = `${where} has format version ${version}, this program knows versions up to ${SESSION_VERSION}`
  return new ChatCliError('newer-version', text, { hint })
}

function sealed(where: string): ChatCliError {
  const hint = 'This version of chatcli cannot open encrypted sessions; the file is left as it is.'
  return new ChatCliError('key', `${where} is encrypted`, { hint })
}
