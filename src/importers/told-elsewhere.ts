import type { Message } from '../conversation/message.ts'
import type { StoredMessage } from '../conversation/session-file.ts'
import type { ImportedMessage } from './importer.ts'
import { isNamedByWords } from './shared/named-by-words.ts'

/**
 * Which messages a conversation has already from the other one of two stores: one of them gives its messages ids, the
 * other one does not, so that they are known by their words. A conversation comes from the other store when the first one
 * loses something of it, or has it again. What tools did is told differently in both: between two texts that are known
 * it is known too.
 *
 * @param ids of the messages that were read, as the session has them; see `messageIds`
 * @returns the ids of those that are there already
 */
export function toldElsewhere(
  tool: string,
  history: readonly StoredMessage[],
  messages: readonly ImportedMessage[],
  ids: readonly string[],
): ReadonlySet<string> {
  const told = new Set<string>()
  const isByWords = (id: string): boolean =>
    id.startsWith(`${tool}~`) || isNamedByWords(id.slice(tool.length + 1))
  const known = new Set(history.map(({ id }) => id))
  /** How often a text came from a store. */
  const counts = new Map<string, number>()
  for (const stored of history) {
    const words = wordsOf(stored)
    if (words !== undefined) count(counts, `${isByWords(stored.id ?? '')} ${words}`)
  }
  const read = new Map<string, number>()
  let isKnown = false
  for (const [i, { message }] of messages.entries()) {
    const id = ids[i] ?? ''
    const words = wordsOf(message)
    if (words !== undefined) {
      const nth = count(read, words)
      isKnown = nth <= (counts.get(`${!isByWords(id)} ${words}`) ?? 0)
    }
    if (isKnown && !known.has(id)) told.add(id)
  }
  return told
}

/** What somebody typed or answered; undefined for anything else. */
function wordsOf({ role, content, tool_calls: calls, meta }: Message): string | undefined {
  const isSaid =
    (role === 'user' || role === 'assistant') && calls === undefined && meta?.['thinking'] !== true
  const words = content.replaceAll(/\s+/g, ' ').trim()
  return isSaid && words !== '' ? `${role} ${words}` : undefined
}

function count(counts: Map<string, number>, key: string): number {
  const now = (counts.get(key) ?? 0) + 1
  counts.set(key, now)
  return now
}
