import { sha256 } from '../../conversation/message-hash.ts'
import type { ImportFacts } from '../importer.ts'
import type { ExportedConversation } from '../shared/export-format.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { activePath, withBranches } from '../shared/message-tree.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { chatMessages } from './chat-messages.ts'

/** Whether a value is a chat, in its wrapper or, as in the first versions, without. */
export function isConversation(value: unknown): boolean {
  const { history, messages } = chatOf(fieldsOf(value))
  return (
    isFields(fieldsOf(history)['messages']) ||
    (isFields(value) && isFields(value['chat']) && Array.isArray(messages))
  )
}

/**
 * A chat of Open WebUI: what was shown last, then what was edited or asked for again, and the answers of other models
 * that stood beside it.
 */
export function readConversation(
  conversation: Fields,
  unknown: (kind: unknown) => void,
): ExportedConversation {
  const chat = chatOf(conversation)
  const history = fieldsOf(chat['history'])
  const messages = new Map<string, Fields>()
  for (const [id, message] of Object.entries(fieldsOf(history['messages']))) {
    if (isFields(message)) messages.set(id, message)
    else unknown('a message that is none')
  }
  const current = [history['currentId'], conversation['current_message_id'], chat['currentId']].map(textOf)
  const tree = new Map(
    [...messages].map(([id, { parentId, timestamp }]) => [
      id,
      { parent: textOf(parentId), at: timeOf(timestamp) },
    ]),
  )
  let path = activePath(
    tree,
    current.find((id) => id !== undefined && messages.has(id)),
  )
  if (messages.size === 0) {
    // What the page showed, without the tree behind it.
    for (const [i, message] of listOf(chat['messages']).filter(isFields).entries())
      messages.set(textOf(message['id']) ?? `#${i}`, message)
    path = [...messages.keys()]
  }
  return {
    facts: factsOf(conversation, chat, path, messages),
    messages: withBranches(messages.keys(), path).flatMap(([id, branch]) =>
      chatMessages({ id, message: messages.get(id) ?? {}, branch, unknown }),
    ),
  }
}

function chatOf(conversation: Fields): Fields {
  return isFields(conversation['chat']) ? conversation['chat'] : conversation
}

function factsOf(
  conversation: Fields,
  chat: Fields,
  path: readonly string[],
  messages: ReadonlyMap<string, Fields>,
): ImportFacts {
  const title = textOf(conversation['title']) ?? textOf(chat['title']) ?? ''
  const models = path.map((id) => textOf(messages.get(id)?.['model'])).filter((model) => model !== undefined)
  return knownFacts({
    id:
      textOf(conversation['id']) ??
      textOf(chat['id']) ??
      sha256([...messages.keys()].slice(0, 2).join('\n')).slice(0, 32),
    title: title === 'New Chat' ? '' : wellFormed(title),
    model: models.at(-1) ?? textOf(listOf(chat['models'])[0]),
    startedAt: timeOf(conversation['created_at']) ?? timeOf(chat['timestamp']),
    updatedAt: timeOf(conversation['updated_at']),
  })
}
