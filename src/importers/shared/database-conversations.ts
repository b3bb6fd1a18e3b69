import { errorCode } from '../../disk/error-code.ts'
import type { ImportCursor, ImportedMessage, ImportEvent, ImportFacts, ImportUnit } from '../importer.ts'
import {
  changedConversations,
  type ChangedConversationsOptions,
  type ChangedConversations,
} from './changed-conversations.ts'
import type { CappedJson } from './capped-json.ts'
import { cutOf, jsonValue, textValue } from './database-values.ts'
import { type Fields, fieldsOf, isFields, listOf } from './fields.ts'
import type { ForeignDatabase, ForeignValue } from './foreign-database.ts'
import { messageBatches } from './message-batches.ts'
import { skipCount } from './skip-count.ts'

/** What a reader of a conversation tells beside its messages. */
export interface ConversationNotes {
  /** The JSON of a value; undefined when it holds none, which is noted. `where` names it. */
  json(value: ForeignValue | undefined, where: string): unknown
  /** The object that the JSON of a value holds; undefined when it holds none, which is noted. */
  fields(value: ForeignValue | undefined, where: string): Fields | undefined
  /** A value as a text; what is left out of a very long one is noted. */
  text(value: ForeignValue | undefined, where: string): string | undefined
  /** Something no known version writes. */
  unknown(kind: unknown): void
  /** What comes now is still being written: it is read again later, with all that follows. */
  hold(): void
}

/** A conversation in a database. */
export interface DatabaseConversation {
  /** Native. */
  readonly id: string
  /** @throws Error with the code `ESQLITE` where the database is damaged: what stood before was given */
  messages(notes: ConversationNotes): Iterable<ImportedMessage>
  /** Asked behind the messages. */
  facts(): ImportFacts
}

export interface DatabaseConversationsOptions {
  readonly unit: ImportUnit
  readonly database: ForeignDatabase
  readonly from: ImportCursor | undefined
  /** The tables that tell which conversations changed. */
  readonly tables: readonly ChangedConversationsOptions[]
  /** In the order in which they are to be given. */
  readonly conversations: Iterable<DatabaseConversation>
  /** Conversations that are to be read when another one changed: the key is the one that changed. */
  readonly kin?: ReadonlyMap<string, string>
}

/**
 * Reads the conversations of a database that are new or have changed since the cursor was made. A damaged one costs none
 * of the others; what is left out is told.
 */
export function* databaseConversations(
  options: DatabaseConversationsOptions,
): Generator<ImportEvent, void, undefined> {
  const { unit, database, from, tables, conversations, kin } = options
  const { path } = unit
  const changes = tables.map((table) => ({
    table: table.table,
    ...changedConversations(database, table, fieldsOf(from?.['marks'])[table.table]),
  }))
  const wanted = wantedIds(changes, listOf(from?.['held']), kin)
  const unknown = skipCount()
  const held: string[] = []
  let isOpen = false
  for (const conversation of conversations) {
    const { id } = conversation
    if (wanted !== undefined && !wanted.has(id)) continue
    const skips: ImportEvent[] = []
    let [isEmpty, isHeld] = [true, false]
    const notes = notesOf(path, skips, {
      unknown: (kind) => unknown.add(kind, 0),
      hold: () => (isHeld = true),
    })
    const batches = messageBatches()
    try {
      for (const message of conversation.messages(notes)) {
        isEmpty = false
        yield* batches.add(id, message)
      }
    } catch (error) {
      if (errorCode(error) !== 'ESQLITE') throw error
      skips.push({ kind: 'skipped', path, reason: 'damaged', detail: `${id}: ${(error as Error).message}` })
      // Once it is repaired, its rows count as known.
      held.push(id)
    }
    yield* batches.flush()
    yield* skips
    if (isHeld) held.push(id)
    isOpen ||= isHeld
    if (!isEmpty) yield { kind: 'facts', facts: conversation.facts() }
    else if (!isHeld) yield { kind: 'skipped', path, reason: 'empty', detail: id }
  }
  // A byte of the file would tell nothing of a row.
  for (const event of unknown.events(path))
    if (event.kind === 'skipped') {
      const { offset: _offset, ...row } = event
      yield row
    }
  for (const detail of database.damages) yield { kind: 'skipped', path, reason: 'damaged', detail }
  const marks = Object.fromEntries(changes.map(({ table, mark }) => [table, mark ?? null]))
  yield {
    kind: 'cursor',
    cursor: { marks, ...(held.length > 0 ? { held } : {}), ...(isOpen ? { open: true } : {}) },
  }
}

/** Undefined when all are to be read. */
function wantedIds(
  changes: readonly ChangedConversations[],
  held: readonly unknown[],
  kin: ReadonlyMap<string, string> | undefined,
): ReadonlySet<unknown> | undefined {
  const ids = new Set(held)
  for (const change of changes) {
    if (change.ids === undefined) return undefined
    for (const id of change.ids) ids.add(id)
  }
  for (const id of ids) {
    const other = kin?.get(String(id))
    if (other !== undefined) ids.add(other)
  }
  return ids
}

function notesOf(
  path: string,
  skips: ImportEvent[],
  told: Pick<ConversationNotes, 'unknown' | 'hold'>,
): ConversationNotes {
  const cut = (where: string, bytes: number): void => {
    if (bytes > 0) skips.push({ kind: 'skipped', path, reason: 'cut', detail: `${where}: ${bytes} bytes` })
  }
  const damaged = (where: string): void => {
    skips.push({ kind: 'skipped', path, reason: 'damaged', detail: where })
  }
  const read = (value: ForeignValue | undefined, where: string): CappedJson | undefined => {
    try {
      const found = jsonValue(value)
      cut(where, found.cutBytes)
      return found
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return undefined
    }
  }
  return {
    ...told,
    json(value, where) {
      const found = read(value, where)
      if (found === undefined) damaged(where)
      return found?.value ?? undefined
    },
    fields(value, where) {
      const found = read(value, where)
      if (isFields(found?.value)) return found.value
      if ((found?.cutBytes ?? 0) === 0) damaged(where)
      return undefined
    },
    text(value, where) {
      cut(where, cutOf(value))
      return textValue(value)
    },
  }
}
