import type { ImportedMessage, ImportEvent, ImportFacts } from '../importer.ts'

/** Characters after which a batch is handed on. */
const FULL = 2 ** 19

/** Gathers messages into batches of about 1 MB at most. */
export interface MessageBatches {
  /** @returns the batches that are full now, or that another conversation follows */
  add(conversation: string, message: ImportedMessage): readonly ImportEvent[]
  /** What is left. */
  flush(): readonly ImportEvent[]
}

export function messageBatches(): MessageBatches {
  let conversation = ''
  let messages: ImportedMessage[] = []
  let length = 0
  const flush = (): readonly ImportEvent[] => {
    if (messages.length === 0) return []
    const event: ImportEvent = { kind: 'messages', conversation, messages }
    messages = []
    length = 0
    return [event]
  }
  return {
    flush,
    add(id, message) {
      const size = message.message.content.length + 200 * (1 + (message.message.tool_calls?.length ?? 0))
      const before = id !== conversation || length + size > FULL ? flush() : []
      conversation = id
      messages.push(message)
      length += size
      return before
    },
  }
}

/** A conversation that is known whole: what is known of it, then its messages. */
export function* wholeConversation(
  facts: ImportFacts,
  messages: readonly ImportedMessage[],
): Generator<ImportEvent, void, undefined> {
  const batches = messageBatches()
  yield { kind: 'facts', facts }
  for (const message of messages) yield* batches.add(facts.id, message)
  yield* batches.flush()
}
