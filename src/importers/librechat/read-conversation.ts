import { sha256 } from '../../conversation/message-hash.ts'
import type { ExportedConversation } from '../shared/export-format.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { withBranches } from '../shared/message-tree.ts'
import { shownPath } from '../shared/shown-path.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { messageParts } from './message-parts.ts'

/** Whether a value is an exported conversation: its messages are a list, or a tree. */
export function isConversation(value: unknown): boolean {
  const { messages, messagesTree } = fieldsOf(value)
  const list = [messages, messagesTree].find((each) => Array.isArray(each))
  return (
    list !== undefined &&
    (textOf(fieldsOf(value)['conversationId']) !== undefined || isMessage(listOf(list)[0]))
  )
}

function isMessage(value: unknown): boolean {
  return textOf(fieldsOf(value)['messageId']) !== undefined
}

/** A conversation of LibreChat: what was shown last, then what was edited or asked for again. */
export function readConversation(
  conversation: Fields,
  unknown: (kind: unknown) => void,
): ExportedConversation {
  const messages = flatMessages(conversation, unknown)
  const nodes = new Map(
    [...messages].map(([id, { parent, message }]) => [id, { parent, at: timeOf(message['createdAt']) }]),
  )
  const path = shownPath(nodes)
  const times = [...nodes.values()].flatMap(({ at }) => (at === undefined ? [] : [at]))
  const models = path.map((id) => textOf(messages.get(id)?.message['model']))
  const title = textOf(conversation['title']) ?? ''
  return {
    facts: knownFacts({
      id:
        textOf(conversation['conversationId']) ??
        textOf([...messages.values()][0]?.message['conversationId']) ??
        sha256(path.slice(0, 2).join('\n')).slice(0, 32),
      title: title === 'New Chat' ? '' : wellFormed(title),
      model:
        models.findLast((model) => model !== undefined) ?? textOf(fieldsOf(conversation['options'])['model']),
      startedAt: times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b)),
      updatedAt: times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b)),
    }),
    messages: withBranches(messages.keys(), path).flatMap(([id, branch]) =>
      messageParts({ id, message: messages.get(id)?.message ?? {}, branch, unknown }),
    ),
  }
}

/** The messages by id, a tree from its root downwards: in one, a message need not tell what it stands below. */
function flatMessages(
  { messages, messagesTree }: Fields,
  unknown: (kind: unknown) => void,
): ReadonlyMap<string, { readonly message: Fields; readonly parent: string | undefined }> {
  const found = new Map<string, { readonly message: Fields; readonly parent: string | undefined }>()
  const todo: (readonly [value: unknown, above: string | undefined])[] = []
  const add = (list: readonly unknown[], above: string | undefined): void => {
    for (const each of [...list].reverse()) todo.push([each, above])
  }
  add(listOf(Array.isArray(messagesTree) ? messagesTree : messages), undefined)
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [message, above] = next
    if (!isFields(message)) {
      unknown('a message that is none')
      continue
    }
    const id = textOf(message['messageId']) ?? `#${found.size}`
    if (!found.has(id)) found.set(id, { message, parent: textOf(message['parentMessageId']) ?? above })
    add(listOf(message['children']), id)
  }
  return found
}
