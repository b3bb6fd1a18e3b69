import { errorCode } from '../../disk/error-code.ts'
import { fieldsOf } from './fields.ts'
import { textValue } from './database-values.ts'
import type { ForeignDatabase } from './foreign-database.ts'

export interface ChangedConversationsOptions {
  readonly table: string
  /** The columns of which the first that is set names the conversation of a row. */
  readonly conversation: readonly string[]
  /** The column with the time at which a row was changed last, in seconds or milliseconds, or as a text of UTC. */
  readonly updated?: string
  /** An SQL expression whose sum tells of changes to rows that leave no other trace. */
  readonly traces?: string
}

export interface ChangedConversations {
  /** Conversations with rows that are new or changed; undefined when all may be. */
  readonly ids: ReadonlySet<string> | undefined
  /** For the cursor; undefined when there is no such table. */
  readonly mark: Readonly<Record<string, number>> | undefined
}

/** Milliseconds by which rows may be written out of order. */
const OVERLAP = 5000

/**
 * Which conversations have rows in a table that an earlier read did not see. Rows are told by number; when some of those
 * that were seen are gone, nothing is known, and all conversations are read again.
 *
 * @param from the mark of the earlier read
 */
export function changedConversations(
  database: ForeignDatabase,
  options: ChangedConversationsOptions,
  from: unknown,
): ChangedConversations {
  const { table, conversation, traces } = options
  const column = options.updated ?? ''
  // Some tools have changed their mind about the unit.
  const updated = database.columns(table).includes(column)
    ? `CASE WHEN typeof(${column}) = 'text' THEN unixepoch(${column}) * 1000
        WHEN ${column} < 100000000000 THEN ${column} * 1000 ELSE ${column} END`
    : undefined
  if (database.columns(table).length === 0) return { ids: new Set(), mark: undefined }
  const known = fieldsOf(from)
  const last = (expression: string): number => database.count(table, expression)
  try {
    const mark = {
      rowid: last('max(rowid)'),
      count: last('count(*)'),
      traces: traces === undefined ? 0 : last(`total(${traces})`),
      // A clock that once was wrong must not hide what is changed until then.
      updated: updated === undefined ? 0 : Math.min(last(`max(${updated})`), database.files.mtimeMs),
    }
    const { rowid, count, traces: sum, updated: until } = known
    const isKnown =
      typeof rowid === 'number' &&
      typeof until === 'number' &&
      database.count(table, 'count(*)', 'WHERE rowid <= ?', [BigInt(rowid)]) === count &&
      (traces === undefined ||
        database.count(table, `total(${traces})`, 'WHERE rowid <= ?', [BigInt(rowid)]) === sum)
    if (!isKnown) return { ids: undefined, mark }
    const isLater = updated === undefined ? '' : ` OR ${updated} >= ${until - OVERLAP}`
    const ids = new Set<string>()
    const rest = `WHERE rowid > ?${isLater}`
    for (const row of database.rows({ table, columns: conversation, rest, values: [BigInt(rowid)] })) {
      const id = conversation.map((column) => textValue(row[column])).find((value) => value !== undefined)
      if (id !== undefined) ids.add(id)
    }
    return { ids, mark }
  } catch (error) {
    if (errorCode(error) !== 'ESQLITE') throw error
    return { ids: undefined, mark: undefined }
  }
}
