import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { timeOf } from '../shared/time-of.ts'
import { type Part, partMessages } from './part-messages.ts'

/** Where a session was taken back to: that message, or that part of it, and all later ones are undone. */
export interface Revert {
  readonly message: string
  readonly part: string | undefined
}

/** A message of the first generation, from a file or a row. */
export interface StoredMessage {
  readonly id: string
  /** What the message says of itself. */
  readonly info: Fields
  readonly parts: readonly Part[]
  /** From its row, milliseconds since the epoch. */
  readonly createdAt?: number | undefined
}

export function revertOf(value: unknown): Revert | undefined {
  const { messageID, partID } = fieldsOf(value)
  const message = textOf(messageID)
  return message === undefined ? undefined : { message, part: textOf(partID) }
}

/** Whether a message is being answered at the moment: what it says grows. */
export function isRunning(info: Fields): boolean {
  const { created, completed } = fieldsOf(info['time'])
  const isOver = [completed, info['finish'], info['error']].some((end) => end !== undefined && end !== null)
  return info['role'] === 'assistant' && created !== undefined && !isOver
}

export function modelOf(info: Fields): string | undefined {
  const nested = fieldsOf(info['model'])
  return (
    textOf(info['modelID']) ??
    textOf(nested['modelID']) ??
    textOf(nested['id']) ??
    textOf(fieldsOf(fieldsOf(info['metadata'])['assistant'])['modelID'])
  )
}

/** The messages that one of the first generation becomes. Ids sort by time. */
export function storedMessages(
  stored: StoredMessage,
  revert: Revert | undefined,
): readonly ImportedMessage[] {
  const { id, info, createdAt } = stored
  const { role } = info
  if (role !== 'user' && role !== 'assistant') return []
  const at = timeOf(createdTime(info)) ?? createdAt
  const parts = stored.parts.length > 0 ? stored.parts : partsInside(info)
  const origin = {
    nativeId: id,
    at,
    role,
    isSummary: role === 'assistant' && info['summary'] === true,
  } as const
  if (revert === undefined || id < revert.message) return partMessages(origin, parts)
  const { message, part: cut } = revert
  if (id > message || cut === undefined) return partMessages({ ...origin, branch: 'undone' }, parts)
  const kept = parts.filter((part) => part.id < cut)
  const undone = parts.filter((part) => part.id >= cut)
  return [
    ...partMessages(origin, kept),
    ...partMessages({ ...origin, nativeId: `${id}:undone`, branch: 'undone' }, undone),
  ]
}

function createdTime(info: Fields): unknown {
  return fieldsOf(info['time'])['created'] ?? fieldsOf(fieldsOf(info['metadata'])['time'])['created']
}

/** The oldest versions kept the parts inside of the message. */
function partsInside(info: Fields): readonly Part[] {
  return listOf(info['parts'])
    .filter(isFields)
    .map((fields, i) => ({ id: textOf(fields['id']) ?? `${i}`.padStart(6, '0'), fields }))
}
