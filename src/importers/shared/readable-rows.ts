import { errorCode } from '../../disk/error-code.ts'
import { numberValue } from './database-values.ts'
import type { ForeignDatabase, ForeignRow } from './foreign-database.ts'

/**
 * The rows of a table in which little stands, as far as they can be read: from both ends when something in between is
 * damaged, which is noted. In the order of their numbers; none when there is no such table.
 */
export function readableRows(
  database: ForeignDatabase,
  table: string,
  columns: readonly string[],
): readonly ForeignRow[] {
  if (database.columns(table).length === 0) return []
  const query = { table, columns: ['rowid', ...columns] }
  const first: ForeignRow[] = []
  const damage = taken(first, database.rows({ ...query, rest: 'ORDER BY rowid' }))
  if (damage === undefined) return first
  database.damages.add(`${table}: ${damage}`)
  const until = numberValue(first.at(-1)?.['rowid']) ?? -Infinity
  const last: ForeignRow[] = []
  taken(last, later(database.rows({ ...query, rest: 'ORDER BY rowid DESC' }), until))
  return [...first, ...last.reverse()]
}

/** @returns what is wrong, if they could not all be read */
function taken(into: ForeignRow[], rows: Iterable<ForeignRow>): string | undefined {
  try {
    for (const row of rows) into.push(row)
    return undefined
  } catch (error) {
    if (errorCode(error) !== 'ESQLITE') throw error
    return (error as Error).message
  }
}

function* later(rows: Iterable<ForeignRow>, until: number): Generator<ForeignRow, void, undefined> {
  for (const row of rows) {
    if ((numberValue(row['rowid']) ?? until) <= until) return
    yield row
  }
}
