import { sha256 } from '../../conversation/message-hash.ts'
import type { ImportCursor, ImportedMessage, ImportEvent, ImportFacts, ImportUnit } from '../importer.ts'
import { conversationRows } from '../shared/conversation-rows.ts'
import {
  type ConversationNotes,
  type DatabaseConversation,
  databaseConversations,
} from '../shared/database-conversations.ts'
import { numberValue, textValue } from '../shared/database-values.ts'
import { listOf } from '../shared/fields.ts'
import type { ForeignDatabase, ForeignRow } from '../shared/foreign-database.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { hermesMessages } from './hermes-messages.ts'
import { sessionOrigin } from './session-origin.ts'

const SESSION =
  `id source model model_config parent_session_id started_at ended_at end_reason cwd git_branch title
  hidden`.split(/\s+/)
const MESSAGE =
  `role content tool_calls tool_call_id timestamp reasoning reasoning_content active compacted display_kind
  display_identity`.split(/\s+/)
const ROLES = new Set(['user', 'assistant', 'tool', 'system', 'session_meta'])

/** Reads the sessions of a database of hermes-agent, whatever columns its version has. */
export function* readHermes(
  unit: ImportUnit,
  database: ForeignDatabase,
  from: ImportCursor | undefined,
): Generator<ImportEvent, void, undefined> {
  if (database.columns('messages').length === 0) {
    yield { kind: 'skipped', path: unit.path, reason: 'empty' }
    return
  }
  const rows = conversationRows(database, SESSION, (row) => numberValue(row['started_at']))
  const byId = new Map(rows.map((row) => [row['id'], row]))
  const hidden = rows.filter(isHidden)
  if (hidden.length > 0 && from === undefined)
    yield { kind: 'skipped', path: unit.path, reason: 'probe', detail: `hidden ×${hidden.length}` }
  const conversations = rows
    .filter((row) => !isHidden(row))
    .map((row) => conversationOf(database, row, byId.get(row['parent_session_id'] ?? null)))
  yield* databaseConversations({ unit, database, from, tables: tablesOf(database), conversations })
}

/** Rows change in place, and tell so only by what they say. */
function tablesOf(database: ForeignDatabase): Parameters<typeof databaseConversations>[0]['tables'] {
  const summed = (table: string, parts: Readonly<Record<string, string>>): { traces?: string } => {
    const there = Object.entries(parts).filter(([column]) => database.columns(table).includes(column))
    return there.length === 0 ? {} : { traces: there.map(([, sql]) => sql).join(' + ') }
  }
  const session = { title: 'coalesce(length(title), 0)', ended_at: 'coalesce(ended_at, 0)' }
  const message = { active: 'coalesce(active, 1)', compacted: '2 * coalesce(compacted, 0)' }
  return [
    { table: 'sessions', conversation: ['id'], ...summed('sessions', session) },
    { table: 'messages', conversation: ['session_id'], ...summed('messages', message) },
  ]
}

function isHidden(row: ForeignRow): boolean {
  return numberValue(row['hidden']) === 1
}

function conversationOf(
  database: ForeignDatabase,
  row: ForeignRow,
  parent: ForeignRow | undefined,
): DatabaseConversation {
  const id = textValue(row['id']) ?? ''
  const messages = function* (notes: ConversationNotes): Generator<ImportedMessage, void, undefined> {
    const rows = database.rows({
      table: 'messages',
      columns: ['rowid'],
      rest: 'WHERE session_id = ? ORDER BY timestamp, rowid',
      values: [id],
    })
    const shown = new Set<string>()
    for (const rowid of [...rows].flatMap((each) => numberValue(each['rowid']) ?? [])) {
      const rest = 'WHERE rowid = ?'
      const stored = database.row({ table: 'messages', columns: MESSAGE, rest, values: [BigInt(rowid)] })
      if (stored === undefined || stored['display_kind'] === 'hidden') continue
      // A compaction writes anew what it keeps.
      const identity = textValue(stored['display_identity'])
      if (identity !== undefined && shown.has(identity)) continue
      if (identity !== undefined) shown.add(identity)
      const role = textValue(stored['role']) ?? ''
      if (!ROLES.has(role)) notes.unknown(role)
      const where = `${id} ${rowid}`
      const content = notes.text(stored['content'], where) ?? ''
      const isUndone = stored['active'] === 0 && numberValue(stored['compacted']) !== 1
      yield* hermesMessages({
        // What a split session writes anew has the identity it had, and says the same.
        nativeId: identity === undefined ? `${id}#${rowid}` : `=${identity}:${sha256(content).slice(0, 12)}`,
        role,
        content,
        thinking: notes.text(stored['reasoning'], where) ?? notes.text(stored['reasoning_content'], where),
        toolCalls: stored['tool_calls'] === null ? [] : listOf(notes.json(stored['tool_calls'], where)),
        toolCallId: textValue(stored['tool_call_id']),
        at: timeOf(numberValue(stored['timestamp'])),
        branch: isUndone ? 'undone' : 'active',
      })
    }
  }
  return { id, messages, facts: () => factsOf(id, row, parent) }
}

function factsOf(id: string, row: ForeignRow, parentRow: ForeignRow | undefined): ImportFacts {
  const [title, cwd, branch, model, parent] = [
    'title',
    'cwd',
    'git_branch',
    'model',
    'parent_session_id',
  ].map((column) => textValue(row[column]))
  const kind = sessionOrigin(row, parentRow)
  const [startedAt, updatedAt] = [row['started_at'], row['ended_at']].map((at) => timeOf(numberValue(at)))
  return knownFacts({
    id,
    title: title === undefined ? undefined : wellFormed(title),
    cwd,
    branch,
    model,
    parent,
    kind,
    startedAt,
    updatedAt,
  })
}
