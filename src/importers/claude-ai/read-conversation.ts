import { sha256 } from '../../conversation/message-hash.ts'
import type { ImportFacts } from '../importer.ts'
import type { ExportedConversation } from '../shared/export-format.ts'
import { type Fields, isFields, listOf, textOf } from '../shared/fields.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { activePath } from '../shared/message-tree.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { messageParts } from './message-parts.ts'

/** What stands above a message that nobody asked for. */
const ROOT = /^0{8}-0{4}-[0-9a-f]0{3}-[0-9a-f]0{3}-0{12}$/

/** A conversation of an export of Claude.ai: what was shown last, then what was edited or asked for again. */
export function readConversation(
  conversation: Fields,
  unknown: (kind: unknown) => void,
): ExportedConversation {
  const messages = new Map<string, Fields>()
  for (const [i, message] of listOf(conversation['chat_messages']).entries()) {
    if (isFields(message)) messages.set(textOf(message['uuid']) ?? `#${i}`, message)
    else unknown('a message that is none')
  }
  const path = pathOf(messages)
  const active = new Set(path)
  const order = [...path, ...[...messages.keys()].filter((id) => !active.has(id))]
  return {
    facts: factsOf(conversation, [...messages.keys()]),
    messages: order.flatMap((id) => {
      const branch = active.has(id) ? 'active' : 'abandoned'
      return messageParts({ id, message: messages.get(id) ?? {}, branch, unknown })
    }),
  }
}

/** All of them, one after the other, unless each tells which one it follows. */
function pathOf(messages: ReadonlyMap<string, Fields>): readonly string[] {
  const ids = [...messages.keys()]
  const parents = new Map([...messages].map(([id, message]) => [id, textOf(message['parent_message_uuid'])]))
  const isTree = ids.every((id, i) => {
    const parent = parents.get(id)
    return parent === undefined ? i === 0 && ids.length > 1 : ROOT.test(parent) || messages.has(parent)
  })
  if (!isTree) return ids
  return activePath(
    new Map(
      [...messages].map(([id, message]) => [
        id,
        { parent: parents.get(id), at: timeOf(message['created_at']) },
      ]),
    ),
  )
}

function factsOf(conversation: Fields, ids: readonly string[]): ImportFacts {
  return knownFacts({
    id: textOf(conversation['uuid']) ?? sha256(ids.slice(0, 2).join('\n')).slice(0, 32),
    title: wellFormed(textOf(conversation['name']) ?? ''),
    model: textOf(conversation['model']),
    startedAt: timeOf(conversation['created_at']),
    updatedAt: timeOf(conversation['updated_at']),
  })
}
