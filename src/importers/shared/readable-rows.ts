import { errorCode } from '../../disk/error-code.ts'
import { numberValue } from './database-values.ts'
import type { ForeignDatabase, ForeignRow, ForeignValue } from './foreign-database.ts'

/**
 * The rows of a table in which little stands, as far as they can be read: from both ends when something in between is
 * damaged, which is noted. In the order of their numbers; none when there is no such table.
 */
export function readableRows(
  database: ForeignDatabase,
  table: string,
  columns: readonly string[],
): readonly ForeignRow[] {
  const [first, last]: [ForeignRow[], ForeignRow[]] = [[], []]
  const query = { table, columns: ['rowid', ...columns] }
  fromBothEnds(database, query, first.push.bind(first), last.push.bind(last))
  return [...first, ...last.reverse()]
}

/** What stands in a column of a table, each value once: rows are read like {@link readableRows}, but not held. */
export function readableValues(
  database: ForeignDatabase,
  table: string,
  column: string,
): ReadonlySet<ForeignValue> {
  const values = new Set<ForeignValue>()
  const add = (row: ForeignRow): unknown => values.add(row[column] ?? null)
  fromBothEnds(database, { table, columns: ['rowid', column] }, add, add)
  return values
}

/** @param last is given what stands behind the damage, the last row first */
function fromBothEnds(
  database: ForeignDatabase,
  query: { readonly table: string; readonly columns: readonly string[] },
  first: (row: ForeignRow) => unknown,
  last: (row: ForeignRow) => unknown,
): void {
  const { table } = query
  if (database.columns(table).length === 0) return
  let until = -Infinity
  try {
    for (const row of database.rows({ ...query, rest: 'ORDER BY rowid' })) {
      first(row)
      until = numberValue(row['rowid']) ?? until
    }
    return
  } catch (error) {
    database.damages.add(`${table}: ${damageOf(error)}`)
  }
  try {
    for (const row of database.rows({ ...query, rest: 'ORDER BY rowid DESC' })) {
      if ((numberValue(row['rowid']) ?? until) <= until) return
      last(row)
    }
  } catch (error) {
    damageOf(error)
  }
}

/** What is wrong with the database. @throws the error when it is another one */
function damageOf(error: unknown): string {
  if (errorCode(error) !== 'ESQLITE') throw error
  return (error as Error).message
}
