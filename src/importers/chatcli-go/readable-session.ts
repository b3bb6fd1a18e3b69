import { decodeSession } from '../../conversation/decode-session.ts'
import { messageProblem } from '../../conversation/message-shape.ts'
import { HISTORY_KEYS, SESSION_VERSION, type SessionFile } from '../../conversation/session-file.ts'
import { ChatCliError } from '../../errors.ts'
import { type Fields, isFields, listOf } from '../shared/fields.ts'

export interface ReadableSession {
  readonly session: SessionFile
  /** Entries of its histories that are no messages, or that hold more than is known: what was left out of it. */
  readonly problems: readonly string[]
}

/**
 * A session file as far as it can be read: a later program's too, and without the entries that are no messages.
 *
 * @throws ChatCliError as `decodeSession` does, when nothing of it can be read
 */
export function readableSession(text: string, where: string): ReadableSession {
  try {
    return { session: decodeSession(text, where), problems: [] }
  } catch (error) {
    const value = error instanceof ChatCliError && error.code !== 'key' ? parsed(text) : undefined
    if (!isFields(value) && !Array.isArray(value)) throw error
    const problems: string[] = []
    const known = isFields(value) ? knownOf(value, problems) : messagesIn(listOf(value), problems)
    return { session: decodeSession(JSON.stringify(known), where), problems }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

function knownOf(fields: Fields, problems: string[]): Fields {
  const { version } = fields
  const isKnown = typeof version === 'number' && version <= SESSION_VERSION
  if (typeof version === 'number' && !isKnown) problems.push(`format version ${version}`)
  const histories = HISTORY_KEYS.filter((key) => Array.isArray(fields[key])).map((key) => [
    key,
    messagesIn(fields[key] as readonly unknown[], problems),
  ])
  return {
    title: fields['title'],
    version: isKnown ? version : SESSION_VERSION,
    ...(Object.fromEntries(histories) as Fields),
  }
}

function messagesIn(list: readonly unknown[], problems: string[]): unknown[] {
  return list.filter((message, i) => {
    const problem = messageProblem(message)
    if (problem !== undefined) problems.push(`${problem} (message ${i})`)
    return problem === undefined
  })
}
