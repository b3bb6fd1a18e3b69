import type { ImportCursor, ImportedMessage, ImportEvent, ImportUnit } from '../importer.ts'
import { conversationRows } from '../shared/conversation-rows.ts'
import {
  type ConversationNotes,
  type DatabaseConversation,
  databaseConversations,
} from '../shared/database-conversations.ts'
import { type ForeignValue, type ForeignDatabase, type ForeignRow } from '../shared/foreign-database.ts'
import { jsonValueIfAny, numberValue, textValue } from '../shared/database-values.ts'
import { fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { timeOf } from '../shared/time-of.ts'
import { gooseIds, gooseMessages, isKnownKind, isSeen } from './goose-messages.ts'
import { gooseFacts } from './session-facts.ts'

const TABLES = [
  // A session is named late, and its row tells by its time only.
  { table: 'sessions', conversation: ['id'], updated: 'updated_at' },
  { table: 'messages', conversation: ['session_id'] },
]
const SESSION =
  `id name description session_type working_dir created_at updated_at provider_name model_config_json
  parent_session_id parent_id`.split(/\s+/)
const MESSAGE = 'message_id role content_json created_timestamp metadata_json'.split(' ')
/** Titles are asked for in sessions of their own. */
const HIDDEN = 'hidden'

/** Reads the sessions of a database of Goose. */
export function* readDatabase(
  unit: ImportUnit,
  database: ForeignDatabase,
  from: ImportCursor | undefined,
): Generator<ImportEvent, void, undefined> {
  if (database.columns('messages').length === 0) {
    yield { kind: 'skipped', path: unit.path, reason: 'empty' }
    return
  }
  const rows = conversationRows(database, SESSION, (row) => dateOf(row['created_at']))
  const hidden = rows.filter((row) => row['session_type'] === HIDDEN)
  if (hidden.length > 0 && from === undefined)
    yield { kind: 'skipped', path: unit.path, reason: 'probe', detail: `${HIDDEN} ×${hidden.length}` }
  const conversations = rows
    .filter((row) => row['session_type'] !== HIDDEN)
    .map((row) => conversationOf(database, row))
  yield* databaseConversations({ unit, database, from, tables: TABLES, conversations })
}

function conversationOf(database: ForeignDatabase, row: ForeignRow): DatabaseConversation {
  const id = textValue(row['id']) ?? ''
  const messages = function* (notes: ConversationNotes): Generator<ImportedMessage, void, undefined> {
    const order = 'ORDER BY created_timestamp, id'
    const rows = database.rows({
      table: 'messages',
      columns: ['rowid'],
      rest: `WHERE session_id = ? ${order}`,
      values: [id],
    })
    const idOf = gooseIds()
    for (const rowid of [...rows].flatMap((each) => numberValue(each['rowid']) ?? [])) {
      const rest = 'WHERE rowid = ?'
      const stored = database.row({ table: 'messages', columns: MESSAGE, rest, values: [BigInt(rowid)] })
      if (stored === undefined) continue
      const where = `${id} ${rowid}`
      const hasMetadata = stored['metadata_json'] !== null
      if (hasMetadata && !isSeen(notes.json(stored['metadata_json'], where))) continue
      const role = textValue(stored['role']) ?? ''
      const content = listOf(notes.json(stored['content_json'], where)).filter(isFields)
      if (role !== 'user' && role !== 'assistant') notes.unknown(role)
      for (const block of content) if (!isKnownKind(block)) notes.unknown(block['type'])
      const at = timeOf(numberValue(stored['created_timestamp']))
      const message = { id: textValue(stored['message_id']), role, content, at }
      yield* gooseMessages(message, idOf(message))
    }
  }
  const facts = (): ReturnType<typeof gooseFacts> =>
    gooseFacts({
      id,
      titles: [textValue(row['name']), textValue(row['description'])],
      cwd: textValue(row['working_dir']),
      model: modelOf(row['model_config_json']),
      parent: textValue(row['parent_session_id']) ?? textValue(row['parent_id']),
      isSubAgent: row['session_type'] === 'sub_agent',
      startedAt: dateOf(row['created_at']),
      updatedAt: dateOf(row['updated_at']),
    })
  return { id, messages, facts }
}

function modelOf(value: ForeignValue | undefined): string | undefined {
  return textOf(fieldsOf(jsonValueIfAny(value))['model_name'])
}

/** Times of sessions are texts of UTC without a zone. */
function dateOf(value: ForeignValue | undefined): number | undefined {
  const text = textValue(value)
  if (text === undefined) return undefined
  return timeOf(text) ?? timeOf(`${text.replace(' ', 'T')}Z`) ?? timeOf(numberValue(value))
}
