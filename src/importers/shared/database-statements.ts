import type { BindValues, Database, Statement } from 'node-sqlite3-wasm'
import { errorCode } from '../../disk/error-code.ts'

/** The statements of an open database: one that is asked for again and again is prepared once. */
export interface DatabaseStatements {
  /**
   * The rows of a statement, one at a time.
   *
   * @throws Error with the code `ESQLITE` when the database is damaged there: what stood before was given
   */
  step(
    sql: string,
    values: readonly (string | number | bigint | null)[],
  ): Generator<Record<string, unknown>, void, undefined>
  close(): void
}

const MOST = 64

export function databaseStatements(database: Database): DatabaseStatements {
  /** Those that nobody is stepping through. */
  const idle = new Map<string, Statement>()
  return {
    *step(sql, values) {
      const known = idle.get(sql)
      idle.delete(sql)
      const statement = known ?? guarded(() => database.prepare(sql))
      let isWell = false
      try {
        const rows = guarded(() => statement.iterate([...values] as BindValues))
        for (;;) {
          // Whoever leaves the loop has met no damage.
          isWell = false
          const next = guarded(() => rows.next())
          isWell = true
          if (next.done === true) return
          yield next.value
        }
      } finally {
        if (isWell && !idle.has(sql) && idle.size < MOST) idle.set(sql, statement)
        else finalize(statement)
      }
    },
    close() {
      for (const statement of idle.values()) finalize(statement)
      idle.clear()
    },
  }
}

function finalize(statement: Statement): void {
  try {
    statement.finalize()
  } catch {
    // It tells once more what went wrong on the way.
  }
}

/** Whatever the library makes of damaged bytes is told as damage. */
export function guarded<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (errorCode(error) !== undefined) throw error
    const message = error instanceof Error ? error.message : 'the database cannot be read'
    throw Object.assign(new Error(message, { cause: error }), { code: 'ESQLITE' })
  }
}
