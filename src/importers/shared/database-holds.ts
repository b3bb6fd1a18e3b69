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

interface Asked {
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly ids: Promise<ReadonlySet<string>>
}

/** By the path of the database. */
const known = new WeakMap<ImportMachine, Map<string, Asked>>()
/** Milliseconds for which an answer counts though the database has changed: it is copied whole to be asked. */
const LASTS = 60_000

/**
 * Whether a database holds what was said in a conversation that is left behind in files of an older version too. Each
 * database is asked once as long as it stays as it is, and once a minute while it is written to; one that cannot be read
 * holds nothing.
 */
export async function databaseHolds(
  machine: ImportMachine,
  path: string,
  tables: readonly HoldingTable[],
  conversation: string,
): Promise<boolean> {
  const asked = known.get(machine) ?? new Map<string, Asked>()
  known.set(machine, asked)
  const key = filesKey(machine, path)
  if (key === undefined) return false
  const earlier = asked.get(path)
  const counts = earlier !== undefined && (earlier.key === key || machine.now() - earlier.at < LASTS)
  const answer = counts ? earlier : { key, at: machine.now(), ids: idsIn(machine, path, tables) }
  asked.set(path, answer)
  return (await answer.ids).has(conversation)
}

function filesKey({ disk }: ImportMachine, path: string): string | undefined {
  try {
    const files = databaseFiles(disk, path)
    return files && JSON.stringify([files.main, files.wal, files.walBytes])
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
