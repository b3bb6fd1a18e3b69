import { sha256 } from '../../conversation/message-hash.ts'
import type { ImportedMessage } from '../importer.ts'

/**
 * Gives ids to the messages of a conversation in which nothing has one: each is known by what it says, and how often that
 * was said before.
 */
export function namedByWords(): (message: ImportedMessage) => ImportedMessage {
  const seen = new Map<string, number>()
  return (imported) => {
    const { message, sort } = imported
    const { role, content, tool_calls: calls = [], images = [] } = message
    const hash = sha256(JSON.stringify([role, sort, content, calls, images])).slice(0, 24)
    const nth = seen.get(hash) ?? 0
    seen.set(hash, nth + 1)
    return { ...imported, nativeId: `${hash}:${nth}` }
  }
}

/** Whether an id is one of these. */
export function isNamedByWords(nativeId: string): boolean {
  return /^[0-9a-f]{24}:\d+$/.test(nativeId)
}
