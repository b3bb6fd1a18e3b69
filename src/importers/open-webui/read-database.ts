import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { jsonValue, numberValue, textValue } from '../shared/database-values.ts'
import { isFields } from '../shared/fields.ts'
import { wholeConversation } from '../shared/message-batches.ts'
import { readingDatabase } from '../shared/reading-database.ts'
import { skipCount } from '../shared/skip-count.ts'
import { readConversation } from './read-conversation.ts'

/**
 * Reads the chats of a server: of all its people. After the first time only those that were changed since.
 *
 * The times of the database are whole seconds, so the last second is looked at again.
 */
export function readDatabase(
  machine: ImportMachine,
  unit: ImportUnit,
  options: ReadOptions,
): AsyncGenerator<ImportEvent, void, undefined> {
  return readingDatabase(machine, unit, options, function* (database, from) {
    const { path } = unit
    const unknown = skipCount()
    let since = typeof from?.['updatedAt'] === 'number' ? from['updatedAt'] : undefined
    // A database that has fewer chats than before, or was set back, is read again from its beginning.
    const count = database.count('chat', 'count(*)')
    const last = database.count('chat', 'max(updated_at)')
    if (since !== undefined && (Number(from?.['count'] ?? 0) > count || last < since)) since = undefined
    const rows = database.rows({
      table: 'chat',
      columns: ['id', 'title', 'chat', 'created_at', 'updated_at'],
      ...(since === undefined ? {} : { rest: 'WHERE updated_at >= ?', values: [since] }),
    })
    for (const row of rows) {
      const id = textValue(row['id'])
      let chat: unknown
      try {
        const { value, cutBytes } = jsonValue(row['chat'])
        chat = value
        if (cutBytes > 0)
          yield { kind: 'skipped', path, reason: 'cut', detail: `${cutBytes} bytes of chat ${id}` }
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
      }
      if (!isFields(chat) || id === undefined) {
        yield { kind: 'skipped', path, reason: 'damaged', detail: `chat ${id}` }
        continue
      }
      const [title, created, updated] = [textValue(row['title']), row['created_at'], row['updated_at']]
      const times = { created_at: numberValue(created), updated_at: numberValue(updated) }
      const { facts, messages } = readConversation({ id, title, chat, ...times }, (kind) =>
        unknown.add(kind, 0),
      )
      if (messages.length === 0) yield { kind: 'skipped', path, reason: 'empty', detail: title ?? id }
      else yield* wholeConversation(facts, messages)
    }
    yield* unknown.events(path)
    yield { kind: 'cursor', cursor: { updatedAt: last, count } }
  })
}
