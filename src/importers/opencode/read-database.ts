import type { ImportCursor, ImportEvent, ImportMachine, ImportUnit } from '../importer.ts'
import { type DatabaseConversation, databaseConversations } from '../shared/database-conversations.ts'
import { jsonValueIfAny, numberValue, textValue } from '../shared/database-values.ts'
import { fieldsOf } from '../shared/fields.ts'
import type { ForeignDatabase, ForeignRow } from '../shared/foreign-database.ts'
import { readableRows, readableValues } from '../shared/readable-rows.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { timeOf } from '../shared/time-of.ts'
import { revertOf } from './first-generation.ts'
import { type Reverts, RowReader } from './row-reader.ts'
import { sessionFacts, type SessionInfo } from './session-facts.ts'

const TABLES = Object.entries({
  session: 'id',
  session_v2: 'id',
  message: 'session_id',
  part: 'session_id',
  session_message: 'session_id',
}).map(([table, conversation]) => ({ table, conversation: [conversation], updated: 'time_updated' }))
const COLUMNS =
  'id project_id parent_id fork_session_id directory title model revert time_created time_updated'.split(' ')

/** Reads both generations of tables; the second one is preferred where it has what was said. */
export function* readDatabase(
  machine: ImportMachine,
  unit: ImportUnit,
  database: ForeignDatabase,
  from: ImportCursor | undefined,
): Generator<ImportEvent, void, undefined> {
  const isFresh = machine.now() - database.files.mtimeMs < STILL_WRITTEN
  const conversations = sessionsOf(database).map(({ info, reverts }): DatabaseConversation => {
    let reader: RowReader | undefined
    return {
      id: info.id,
      messages(notes) {
        reader = new RowReader(database, notes, isFresh)
        return reader.messages(info.id, reverts)
      },
      facts: () => sessionFacts(info, reader?.model),
    }
  })
  yield* databaseConversations({ unit, database, from, tables: TABLES, conversations })
}

interface FoundSession {
  readonly info: SessionInfo
  readonly reverts: Reverts
}

/** The sessions of both generations, by id, oldest first. */
function sessionsOf(database: ForeignDatabase): readonly FoundSession[] {
  const found = new Map<string, FoundSession>()
  for (const [table, generation] of [
    ['session', 'stored'],
    ['session_v2', 'sequenced'],
  ] as const) {
    for (const row of readableRows(database, table, COLUMNS)) {
      const session = sessionOf(row, generation)
      if (session === undefined) continue
      const known = found.get(session.info.id)
      found.set(session.info.id, known === undefined ? session : merged(known, session))
    }
  }
  // A session whose row is gone still has what was said in it.
  for (const table of ['message', 'session_message']) {
    for (const value of readableValues(database, table, 'session_id')) {
      const id = textValue(value)
      if (id !== undefined && !found.has(id)) found.set(id, { info: bareInfo(id), reverts: {} })
    }
  }
  return [...found.values()].sort((a, b) => (a.info.startedAt ?? 0) - (b.info.startedAt ?? 0))
}

/** What the later generation says is newer, where it says something. */
function merged(first: FoundSession, second: FoundSession): FoundSession {
  const newer = Object.entries(second.info).filter(([, value]) => value !== undefined)
  const updatedAt = Math.max(first.info.updatedAt ?? 0, second.info.updatedAt ?? 0)
  const info = { ...first.info, ...Object.fromEntries(newer), ...(updatedAt > 0 ? { updatedAt } : {}) }
  return { info, reverts: { ...first.reverts, ...second.reverts } }
}

function sessionOf(row: ForeignRow, generation: keyof Reverts): FoundSession | undefined {
  const id = textValue(row['id'])
  if (id === undefined) return undefined
  const model = fieldsOf(jsonValueIfAny(row['model']))
  return {
    info: {
      id,
      title: textValue(row['title']),
      directory: textValue(row['directory']),
      parent: textValue(row['parent_id']),
      forkedFrom: textValue(row['fork_session_id']),
      model: [model['modelID'], model['id']].find((name) => typeof name === 'string'),
      startedAt: timeOf(numberValue(row['time_created'])),
      updatedAt: timeOf(numberValue(row['time_updated'])),
    },
    reverts: { [generation]: revertOf(jsonValueIfAny(row['revert'])) },
  }
}

function bareInfo(id: string): SessionInfo {
  const none = { title: undefined, directory: undefined, parent: undefined, forkedFrom: undefined }
  return { id, ...none, model: undefined, startedAt: undefined, updatedAt: undefined }
}
