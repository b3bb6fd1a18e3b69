import type { Database, QueryResult } from 'node-sqlite3-wasm'
import { createRealDisk } from '../../disk/real-disk.ts'
import type { ImportMachine } from '../importer.ts'
import { copyDatabase, type DatabaseCopy } from './database-copy.ts'
import type { DatabaseFiles } from './database-files.ts'
import { type DatabaseStatements, databaseStatements, guarded } from './database-statements.ts'
import { LONG_JSON } from './json-value.ts'

/** A text or blob that is too long to be held: more than 16 MiB. */
export interface LongValue {
  readonly bytes: number
  /** Its bytes in pieces of 8 MiB, none of a value of more than 128 MiB. @throws as {@link ForeignDatabase.rows} */
  pieces(): Iterable<Uint8Array>
}

/** Whole numbers beyond 2^53 are bigints; what is no UTF-8 in a text reads U+FFFD. */
export type ForeignValue = string | number | bigint | Uint8Array | null | LongValue
export type ForeignRow = Readonly<Record<string, ForeignValue>>

export interface ForeignQuery {
  readonly table: string
  /** Those the table does not have are null in every row; `rowid` is the number of the row. */
  readonly columns: readonly string[]
  /** What stands behind FROM and the table: `WHERE … ORDER BY …`. Sorting holds the rows in memory: sort short ones. */
  readonly rest?: string
  readonly values?: readonly (string | number | bigint | null)[]
}

/** A copy of a foreign database, private and gone when it is closed. */
export interface ForeignDatabase {
  /** The foreign files as they stood when the copy was taken. */
  readonly files: DatabaseFiles
  /** Damage that was met and passed over. */
  readonly damages: Set<string>
  /** Names of the columns of a table, in its order; empty when there is no such table (a view is none). */
  columns(table: string): readonly string[]
  /**
   * The rows of a query, one at a time.
   *
   * @throws Error with the code `ESQLITE` when the database is damaged there: what stood before was given
   */
  rows(query: ForeignQuery): IterableIterator<ForeignRow>
  /** The first row of a query; undefined when there is none. @throws as {@link rows} */
  row(query: ForeignQuery): ForeignRow | undefined
  /** One number, 0 when it is none: `count('message', 'count(*)', 'WHERE …', [])`. @throws as {@link rows} */
  count(table: string, expression: string, rest?: string, values?: ForeignQuery['values']): number
  close(): void
}

const PIECE = 8 * 2 ** 20
const MOST = 128 * 2 ** 20

/**
 * Opens a database of another program, as it is at this moment with what its write-ahead log holds: from a copy, so that
 * beside the foreign files nothing is made, locked or changed. The schema is asked for, never assumed.
 *
 * @throws the disk's own errors; Error with the code `ESQLITE` when it is no database, `EBUSY` when it is being written
 * all the time; the signal's reason
 */
export async function openForeignDatabase(
  machine: ImportMachine,
  path: string,
  signal?: AbortSignal,
): Promise<ForeignDatabase> {
  const disk = createRealDisk()
  const copy = await copyDatabase(path, { from: machine.disk, to: disk, signal })
  let database: Database | undefined
  try {
    const sqlite = await import('node-sqlite3-wasm')
    const { Database } = 'default' in sqlite ? (sqlite.default as typeof sqlite) : sqlite
    database = guarded(() => new Database(copy.path, { readOnly: true }))
    return openedDatabase(database, copy)
  } catch (error) {
    closeQuietly(database)
    copy.remove()
    throw error
  }
}

function openedDatabase(database: Database, copy: DatabaseCopy): ForeignDatabase {
  const all = (sql: string): QueryResult[] => guarded(() => database.all(sql))
  // Without other processes the index of the log may be in memory: it asks for no file beside the copy.
  all('PRAGMA locking_mode = EXCLUSIVE')
  all('PRAGMA trusted_schema = OFF')
  all('PRAGMA cell_size_check = ON')
  const names = all(`SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`)
  copy.hide()
  // Nobody else has the copy: it is looked at once whether it is locked and how long it is, not for each statement.
  all('BEGIN')
  const statements = databaseStatements(database)
  const tables = new Map(
    names.map(({ name }) => [
      nameOf(name),
      all(`PRAGMA table_info(${quoted(nameOf(name))})`).map((column) => nameOf(column['name'])),
    ]),
  )
  const columns = (table: string): readonly string[] => tables.get(table) ?? []
  const opened: ForeignDatabase = {
    files: copy.files,
    damages: new Set(),
    columns,
    *rows({ table, columns: wanted, rest = '', values = [] }) {
      const there = wanted.filter((name) => name === 'rowid' || columns(table).includes(name))
      const parts = there.flatMap((name, i) => columnParts(name, i))
      const sql = `SELECT rowid AS r, ${[...parts, '0 AS z'].join(', ')} FROM ${quoted(table)} ${rest}`
      for (const given of statements.step(sql, values)) {
        const row: Record<string, ForeignValue> = {}
        for (const name of wanted) row[name] = null
        for (const [i, name] of there.entries())
          row[name] = valueOf(given, i, (bytes) => longValue(statements, table, name, given['r'], bytes))
        yield row
      }
    },
    row(query) {
      // Leaving the loop ends the statement.
      for (const row of opened.rows(query)) return row
      return undefined
    },
    count(table, expression, rest = '', values = []) {
      if (!tables.has(table)) return 0
      const sql = `SELECT ${expression} AS n FROM ${quoted(table)} ${rest}`
      for (const { n } of statements.step(sql, values)) return Number(n ?? 0) || 0
      return 0
    },
    close() {
      statements.close()
      closeQuietly(database)
      copy.remove()
    },
  }
  return opened
}

/**
 * Texts are asked for as bytes: the library ends them at a NUL, and reads damaged UTF-8 wrongly. Lengths are known from
 * the head of a row, without reading what is long. `k` is 1 for a text, 0 for anything else, the length of what is long.
 */
function columnParts(name: string, i: number): readonly string[] {
  const column = quoted(name)
  const isLong = `octet_length(${column}) > ${LONG_JSON}`
  const isText = `typeof(${column}) = 'text'`
  return [
    `CASE WHEN ${isLong} THEN octet_length(${column}) ELSE ${isText} END AS k${i}`,
    `CASE WHEN ${isLong} THEN NULL WHEN ${isText} THEN CAST(${column} AS BLOB) ELSE ${column} END AS v${i}`,
  ]
}

function valueOf(
  row: Readonly<Record<string, unknown>>,
  i: number,
  long: (bytes: number) => LongValue,
): ForeignValue {
  const [value, kind] = [row[`v${i}`], row[`k${i}`]]
  if (typeof kind === 'number' && kind > 1) return long(kind)
  if (kind === 1 && value instanceof Uint8Array) return textIn(value)
  const isKnown = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string'
  return isKnown || value instanceof Uint8Array ? value : null
}

function textIn({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
}

function longValue(
  statements: DatabaseStatements,
  table: string,
  column: string,
  rowid: unknown,
  bytes: number,
): LongValue {
  const sql = `SELECT substr(CAST(${quoted(column)} AS BLOB), ?, ?) AS piece FROM ${quoted(table)} WHERE rowid = ?`
  return {
    bytes,
    *pieces() {
      if (bytes > MOST) return
      for (let at = 0; at < bytes; at += PIECE)
        for (const { piece } of statements.step(sql, [at + 1, PIECE, rowid as number]))
          if (piece instanceof Uint8Array) yield piece
    },
  }
}

function closeQuietly(database: Database | undefined): void {
  try {
    database?.close()
  } catch {
    // The copy is removed all the same.
  }
}

function nameOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
