import { errorCode } from '../../disk/error-code.ts'
import type { ImportMachine } from '../importer.ts'
import { databaseFiles } from './database-files.ts'
import { textValue } from './database-values.ts'
import { type ForeignDatabase, openForeignDatabase } from './foreign-database.ts'

/** Where a database names the conversations of which it holds what was said. */
export interface HoldingTable {
  readonly table: string
  readonly column: string
  /** `WHERE …` */
  readonly rest?: string
}

const known = new WeakMap<ImportMachine, Map<string, Promise<ReadonlySet<string>>>>()

/**
 * Whether a database holds what was said in a conversation that is left behind in files of an older version too. Each
 * database is asked once as long as it stays as it is; one that cannot be read holds nothing.
 */
export async function databaseHolds(
  machine: ImportMachine,
  path: string,
  tables: readonly HoldingTable[],
  conversation: string,
): Promise<boolean> {
  const asked = known.get(machine) ?? new Map<string, Promise<ReadonlySet<string>>>()
  known.set(machine, asked)
  const key = filesKey(machine, path)
  if (key === undefined) return false
  const ids = asked.get(key) ?? idsIn(machine, path, tables)
  asked.set(key, ids)
  return (await ids).has(conversation)
}

function filesKey({ disk }: ImportMachine, path: string): string | undefined {
  try {
    const files = databaseFiles(disk, path)
    return files && JSON.stringify([path, files.main, files.wal, files.walBytes])
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return undefined
  }
}

async function idsIn(
  machine: ImportMachine,
  path: string,
  tables: readonly HoldingTable[],
): Promise<ReadonlySet<string>> {
  let database: ForeignDatabase | undefined
  const ids = new Set<string>()
  try {
    database = await openForeignDatabase(machine, path)
    for (const { table, column, rest = '' } of tables) {
      if (!database.columns(table).includes(column)) continue
      for (const row of database.rows({ table, columns: [column], rest: `${rest} GROUP BY ${column}` }))
        ids.add(textValue(row[column]) ?? '')
    }
  } catch (error) {
    // Reading the database itself says what is wrong with it.
    if (errorCode(error) === undefined) throw error
  } finally {
    database?.close()
  }
  return ids
}
