import type {
  Importer,
  ImportedMessage,
  ImportEvent,
  ImportFacts,
  ImportMachine,
  ImportUnit,
} from './importer.ts'
import { titleOfMessages } from './shared/title-of-messages.ts'

export interface CollectedConversation {
  facts: ImportFacts
  readonly messages: ImportedMessage[]
}

/** What a reader of all units ends up with, by native conversation id. */
export interface CollectedImport {
  readonly conversations: ReadonlyMap<string, CollectedConversation>
  readonly skipped: readonly Extract<ImportEvent, { kind: 'skipped' }>[]
  readonly events: readonly ImportEvent[]
  /** The newest cursor of each unit, by key. */
  readonly cursors: ReadonlyMap<string, Extract<ImportEvent, { kind: 'cursor' }>['cursor']>
}

/** Every unit below the roots of a machine, or below one path. */
export function unitsOf(importer: Importer, machine: ImportMachine, path?: string): ImportUnit[] {
  const roots = path === undefined ? importer.roots(machine) : [path]
  return roots.flatMap((root) => [...importer.units(machine, root)])
}

/**
 * Reads units one after the other, and merges what they give as a receiver does: by native conversation id and native
 * message id; a copy of a message that an earlier conversation holds is left out.
 *
 * @param from cursors of an earlier read, by key of the unit, to be gone on from
 */
export async function collectImport(
  importer: Importer,
  machine: ImportMachine,
  units: readonly ImportUnit[] = unitsOf(importer, machine),
  from: CollectedImport['cursors'] = new Map(),
): Promise<CollectedImport> {
  const conversations = new Map<string, CollectedConversation>()
  const events: ImportEvent[] = []
  const cursors = new Map(from)
  const owners = new Map<string, string>()
  const conversation = (id: string): CollectedConversation => {
    const known = conversations.get(id) ?? { facts: { id }, messages: [] }
    conversations.set(id, known)
    return known
  }
  for (const unit of units) {
    const cursor = from.get(unit.key)
    for await (const event of importer.read(machine, unit, cursor === undefined ? {} : { from: cursor })) {
      events.push(event)
      if (event.kind === 'cursor') cursors.set(unit.key, event.cursor)
      if (event.kind === 'facts') {
        const known = conversation(event.facts.id)
        known.facts = { ...known.facts, ...event.facts }
      }
      if (event.kind !== 'messages') continue
      const { messages } = conversation(event.conversation)
      for (const message of event.messages) {
        const { nativeId } = message
        const at = messages.findIndex((known) => nativeId !== undefined && known.nativeId === nativeId)
        const owner =
          nativeId === undefined ? event.conversation : (owners.get(nativeId) ?? event.conversation)
        if (importer.capabilities.copies === true && owner !== event.conversation) {
          const known = conversation(event.conversation)
          known.facts = { parent: owner, kind: 'fork', ...known.facts }
          continue
        }
        if (nativeId !== undefined) owners.set(nativeId, owner)
        if (at >= 0) messages[at] = message
        else messages.push(message)
      }
    }
  }
  for (const known of conversations.values()) {
    const title = titleOfMessages(known.messages)
    if (title !== '') known.facts = { title, ...known.facts }
  }
  const skipped = events.filter((event) => event.kind === 'skipped')
  return { conversations, skipped, events, cursors }
}
