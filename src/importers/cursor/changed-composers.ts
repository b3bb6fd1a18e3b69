import { fieldsOf, listOf } from '../shared/fields.ts'
import type { ForeignDatabase } from '../shared/foreign-database.ts'
import { composerOfKey, TABLE } from './composer-rows.ts'

/** Rows that are remembered, to know whether the numbers of rows still mean what they did. */
const ANCHORS = 8

export interface ChangedComposers {
  /** Conversations with rows that were written since; undefined when all may have been. */
  readonly ids: ReadonlySet<string> | undefined
  /** For the cursor. */
  readonly mark: { readonly rowid: number; readonly anchors: readonly (readonly [string, number])[] }
}

/**
 * Which conversations have rows that an earlier read did not see. Cursor puts a new row in the place of one it changes, so
 * what is new or changed has a higher number than everything before, until the numbers are given anew: then one of the
 * rows that are remembered has another number, but no higher one than there was.
 *
 * @param from the mark of the earlier read
 */
export function changedComposers(database: ForeignDatabase, from: unknown): ChangedComposers {
  const rowid = database.count(TABLE, 'max(rowid)')
  const { rowid: last, anchors } = fieldsOf(from)
  const mark = { rowid, anchors: anchorsOf(database, rowid) }
  const numbers = (key: unknown): number =>
    typeof key === 'string' ? database.count(TABLE, 'rowid', 'WHERE key = ?', [key]) : 0
  const isSame =
    typeof last === 'number' &&
    Number.isSafeInteger(last) &&
    last <= rowid &&
    Array.isArray(anchors) &&
    anchors.every((anchor) => {
      const [key, number] = listOf(anchor)
      const now = numbers(key)
      return now === 0 || now === number || now > last
    })
  if (!isSame) return { ids: undefined, mark }
  const ids = new Set<string>()
  const rows = database.rows({
    table: TABLE,
    columns: ['key'],
    rest: 'WHERE rowid > ?',
    values: [BigInt(last)],
  })
  for (const { key } of rows) {
    const id = composerOfKey(key)
    if (id !== undefined) ids.add(id)
  }
  return { ids, mark }
}

/** Rows from all over the table, with their numbers. */
function anchorsOf(database: ForeignDatabase, rowid: number): readonly (readonly [string, number])[] {
  const found = new Map<string, number>()
  for (let i = 0; i <= ANCHORS; i++) {
    const from = BigInt(Math.floor((rowid * i) / ANCHORS))
    const rest = 'WHERE rowid <= ? ORDER BY rowid DESC LIMIT 1'
    for (const { key } of database.rows({ table: TABLE, columns: ['key'], rest, values: [from] }))
      if (typeof key === 'string') found.set(key, database.count(TABLE, 'rowid', 'WHERE key = ?', [key]))
  }
  return [...found]
}
