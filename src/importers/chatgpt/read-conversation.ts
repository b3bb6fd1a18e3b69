import { sha256 } from '../../conversation/message-hash.ts'
import type { ImportFacts } from '../importer.ts'
import type { ExportedConversation } from '../shared/export-format.ts'
import { type Fields, fieldsOf, isFields, textOf } from '../shared/fields.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { activePath, withBranches } from '../shared/message-tree.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { nodeMessages } from './node-messages.ts'

/** A conversation of an export of ChatGPT: the path to its current node, then what was edited or asked for again. */
export function readConversation(
  conversation: Fields,
  unknown: (kind: unknown) => void,
): ExportedConversation {
  const mapping = fieldsOf(conversation['mapping'])
  const nodes = new Map<string, Fields>()
  for (const [id, node] of Object.entries(mapping)) {
    if (isFields(node)) nodes.set(id, node)
    else unknown('a node that is none')
  }
  const tree = new Map(
    [...nodes].map(([id, { parent, message }]) => [
      id,
      { parent: textOf(parent), at: timeOf(fieldsOf(message)['create_time']) },
    ]),
  )
  const path = activePath(tree, textOf(conversation['current_node']))
  const messages = withBranches(nodes.keys(), path).flatMap(([id, branch]) => {
    const { message, parent } = nodes.get(id) ?? {}
    if (message === null || message === undefined) return []
    if (!isFields(message)) {
      unknown('a message that is none')
      return []
    }
    const asked = nodes.get(textOf(parent) ?? '')?.['message']
    return nodeMessages({ id, message, asked: fieldsOf(asked), branch, unknown })
  })
  return { facts: factsOf(conversation, path, nodes), messages }
}

function factsOf(
  conversation: Fields,
  path: readonly string[],
  nodes: ReadonlyMap<string, Fields>,
): ImportFacts {
  const first = [...nodes.keys()].filter((key) => !key.startsWith('client-created')).slice(0, 2)
  const title = textOf(conversation['title']) ?? ''
  const model = textOf(conversation['default_model_slug']) ?? lastModel(path, nodes)
  return knownFacts({
    id:
      textOf(conversation['conversation_id']) ??
      textOf(conversation['id']) ??
      sha256(first.join('\n')).slice(0, 32),
    // Until a conversation has a title it has this one.
    title: title === 'New chat' ? '' : wellFormed(title),
    model: model === 'auto' ? '' : model,
    startedAt: timeOf(conversation['create_time']),
    updatedAt: timeOf(conversation['update_time']),
  })
}

function lastModel(path: readonly string[], nodes: ReadonlyMap<string, Fields>): string | undefined {
  const models = path.map((id) =>
    textOf(fieldsOf(fieldsOf(nodes.get(id)?.['message'])['metadata'])['model_slug']),
  )
  return models.findLast((model) => model !== undefined)
}
