import { sha256 } from '../../conversation/message-hash.ts'
import type { ImportFacts } from '../importer.ts'
import type { ExportedConversation } from '../shared/export-format.ts'
import { type Fields, isFields, listOf, textOf } from '../shared/fields.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { withBranches } from '../shared/message-tree.ts'
import { shownPath } from '../shared/shown-path.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { messageParts } from './message-parts.ts'

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
  const path = shownPath(
    new Map(
      [...messages].map(([id, { parent_message_uuid: parent, created_at: at }]) => [
        id,
        { parent: textOf(parent), at: timeOf(at) },
      ]),
    ),
  )
  return {
    facts: factsOf(conversation, [...messages.keys()]),
    messages: withBranches(messages.keys(), path).flatMap(([id, branch]) =>
      messageParts({ id, message: messages.get(id) ?? {}, branch, unknown }),
    ),
  }
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
