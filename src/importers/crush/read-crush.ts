import { basename, dirname } from 'node:path'
import type {
  ImportCursor,
  ImportedMessage,
  ImportEvent,
  ImportFacts,
  ImportMachine,
  ImportUnit,
} from '../importer.ts'
import { conversationRows } from '../shared/conversation-rows.ts'
import {
  type ConversationNotes,
  type DatabaseConversation,
  databaseConversations,
} from '../shared/database-conversations.ts'
import { numberValue, textValue } from '../shared/database-values.ts'
import { isFields, listOf } from '../shared/fields.ts'
import type { ForeignDatabase, ForeignRow } from '../shared/foreign-database.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { crushMessages, isFinished, isKnownKind } from './crush-messages.ts'

const ROLES = new Set(['user', 'assistant', 'tool', 'system'])
/** Some versions write seconds, some milliseconds, and rows of both may stand in one table. */
const IN_ORDER =
  'ORDER BY CASE WHEN created_at < 100000000000 THEN created_at * 1000 ELSE created_at END, rowid'
const TABLES = [
  { table: 'sessions', conversation: ['id'], updated: 'updated_at' },
  { table: 'messages', conversation: ['session_id'], updated: 'updated_at' },
]
const SESSION = 'id parent_session_id title created_at updated_at summary_message_id workspace_cwd'.split(' ')
const MESSAGE = 'role parts model created_at finished_at is_summary_message'.split(' ')
/** What stands where a title is yet to come. */
const PLACEHOLDER = /^(New|Untitled) session$/i
/** A title is asked for in a session of its own. */
const TITLE = /^title-/

/** Reads the sessions of a database of Crush. */
export function* readCrush(
  machine: ImportMachine,
  unit: ImportUnit,
  database: ForeignDatabase,
  from: ImportCursor | undefined,
): Generator<ImportEvent, void, undefined> {
  if (database.columns('messages').length === 0) {
    yield { kind: 'skipped', path: unit.path, reason: 'empty' }
    return
  }
  const isFresh = machine.now() - database.files.mtimeMs < STILL_WRITTEN
  const startOf = (row: ForeignRow): number | undefined => timeOf(numberValue(row['created_at']))
  const conversations = conversationRows(database, SESSION, startOf).map((row) =>
    conversationOf(database, unit.path, row, isFresh),
  )
  yield* databaseConversations({ unit, database, from, tables: TABLES, conversations })
}

function conversationOf(
  database: ForeignDatabase,
  path: string,
  row: ForeignRow,
  isFresh: boolean,
): DatabaseConversation {
  const id = textValue(row['id']) ?? ''
  let model: string | undefined
  const messages = function* (notes: ConversationNotes): Generator<ImportedMessage, void, undefined> {
    const ids = database.rows({
      table: 'messages',
      columns: ['id'],
      rest: `WHERE session_id = ? ${IN_ORDER}`,
      values: [id],
    })
    for (const own of [...ids].flatMap((each) => textValue(each['id']) ?? [])) {
      const rest = 'WHERE id = ?'
      const stored = database.row({ table: 'messages', columns: MESSAGE, rest, values: [own] })
      if (stored === undefined) continue
      const role = textValue(stored['role']) ?? ''
      const parts = listOf(notes.json(stored['parts'], own)).filter(isFields)
      const isRunning = role === 'assistant' && stored['finished_at'] === null && !isFinished(parts)
      if (isFresh && isRunning) {
        notes.hold()
        return
      }
      if (!ROLES.has(role)) notes.unknown(role)
      for (const part of parts) if (!isKnownKind(part)) notes.unknown(part['type'])
      if (role === 'assistant') model = textValue(stored['model']) ?? model
      const isSummary = stored['is_summary_message'] === 1 || row['summary_message_id'] === own
      yield* crushMessages({ id: own, role, parts, at: timeOf(numberValue(stored['created_at'])), isSummary })
    }
  }
  return { id, messages, facts: () => factsOf(id, row, path, model) }
}

function factsOf(id: string, row: ForeignRow, path: string, model: string | undefined): ImportFacts {
  const title = textValue(row['title'])
  const parent = textValue(row['parent_session_id']) ?? (TITLE.test(id) ? id.replace(TITLE, '') : undefined)
  const isChild = parent !== undefined || TITLE.test(title ?? '')
  const cwd = textValue(row['workspace_cwd']) ?? projectOf(path)
  const [startedAt, updatedAt] = [row['created_at'], row['updated_at']].map((at) => timeOf(numberValue(at)))
  return knownFacts({
    id,
    title: title === undefined || PLACEHOLDER.test(title) ? undefined : wellFormed(title),
    cwd,
    model,
    parent,
    kind: isChild ? 'sub-agent' : undefined,
    startedAt,
    updatedAt,
  })
}

/** The project whose folder `.crush` holds the database. */
function projectOf(path: string): string | undefined {
  const folder = dirname(path)
  return basename(folder) === '.crush' ? dirname(folder) : undefined
}
