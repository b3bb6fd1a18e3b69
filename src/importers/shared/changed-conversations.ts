import { errorCode } from '../../disk/error-code.ts'
import { fieldsOf } from './fields.ts'
import { textValue } from './database-values.ts'
import type { ForeignDatabase } from './foreign-database.ts'

export interface ChangedConversationsOptions {
  readonly table: string
  /** The column that names the conversation of a row. */
  readonly conversation: string
  /** The column with the number that tells when a row was changed last, and how far such numbers may be out of order. */
  readonly updated?: { readonly column: string; readonly overlap: number }
  /** An SQL expression whose sum tells of changes to rows that leave no other trace. */
  readonly traces?: string
}

export interface ChangedConversations {
  /** Conversations with rows that are new or changed; undefined when all may be. */
  readonly ids: ReadonlySet<string> | undefined
  /** For the cursor. */
  readonly mark: Readonly<Record<string, number>> | undefined
}

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
  const updated = database.columns(table).includes(options.updated?.column ?? '')
    ? options.updated
    : undefined
  const known = fieldsOf(from)
  const last = (expression: string): number => database.count(table, expression)
  try {
    const mark = {
      rowid: last('max(rowid)'),
      count: last('count(*)'),
      traces: traces === undefined ? 0 : last(`total(${traces})`),
      updated: updated === undefined ? 0 : last(`max(${updated.column})`),
    }
    const { rowid, count, traces: sum, updated: until } = known
    const isKnown =
      typeof rowid === 'number' &&
      typeof until === 'number' &&
      database.count(table, 'count(*)', 'WHERE rowid <= ?', [BigInt(rowid)]) === count &&
      (traces === undefined ||
        database.count(table, `total(${traces})`, 'WHERE rowid <= ?', [BigInt(rowid)]) === sum)
    if (!isKnown) return { ids: undefined, mark }
    const isLater = updated === undefined ? '' : ` OR ${updated.column} >= ${until - updated.overlap}`
    const ids = new Set<string>()
    const rows = database.rows({
      table,
      columns: [conversation],
      rest: `WHERE rowid > ?${isLater} GROUP BY ${conversation}`,
      values: [BigInt(rowid)],
    })
    for (const row of rows) {
      const id = textValue(row[conversation])
      if (id !== undefined) ids.add(id)
    }
    return { ids, mark }
  } catch (error) {
    if (errorCode(error) !== 'ESQLITE') throw error
    return { ids: undefined, mark: undefined }
  }
}

/** The conversations that any of some tables tells as changed; undefined when all may be. */
export function united(changes: readonly ChangedConversations[]): ReadonlySet<string> | undefined {
  const ids = new Set<string>()
  for (const change of changes) {
    if (change.ids === undefined) return undefined
    for (const id of change.ids) ids.add(id)
  }
  return ids
}
