import type { ForeignDatabase, ForeignRow } from './foreign-database.ts'
import { readableRows, readableValues } from './readable-rows.ts'

/**
 * The rows of the table `sessions`, and one with nothing but the `id` for each session that is named in the table
 * `messages` only: what was said in it is there all the same. Oldest first.
 *
 * @param startOf when a session began, in any unit
 */
export function conversationRows(
  database: ForeignDatabase,
  columns: readonly string[],
  startOf: (row: ForeignRow) => number | undefined,
): readonly ForeignRow[] {
  const rows = readableRows(database, 'sessions', columns)
  const known = new Set(rows.map((row) => row['id']))
  const bare = [...readableValues(database, 'messages', 'session_id')].filter((id) => !known.has(id))
  const all = [...rows, ...bare.map((id): ForeignRow => ({ id }))]
  return all.sort((a, b) => (startOf(a) ?? 0) - (startOf(b) ?? 0))
}
