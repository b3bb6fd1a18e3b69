import { basename, dirname, join } from 'node:path'
import type { ImportMachine } from '../importer.ts'
import { databaseHolds } from '../shared/database-holds.ts'
import { databaseTables } from '../shared/database-tables.ts'

const SAID = [
  { table: 'message', column: 'session_id' },
  { table: 'session_message', column: 'session_id', rest: `WHERE type IN ('user', 'assistant')` },
]

const NAME = /^(opencode(-[\w.-]+)?|kilo)\.db$/

export function isDatabaseName(name: string): boolean {
  return NAME.test(name)
}

/** The databases of opencode in a folder: each channel of releases has its own. */
export function databasesIn({ disk }: ImportMachine, folder: string): readonly string[] {
  return disk
    .list(folder)
    .filter((name) => name.endsWith('.db'))
    .map((name) => join(folder, name))
    .filter((path) => isDatabase(disk, path))
}

/** Of one by that name whose schema cannot be read, reading it says why. */
export function isDatabase(disk: ImportMachine['disk'], path: string): boolean {
  const tables = databaseTables(disk, path)
  if (tables.size === 0) return isDatabaseName(basename(path))
  return (
    tables.has('session_message') || (tables.has('session') && tables.has('message') && tables.has('part'))
  )
}

/** Whether a database beside a tree of files holds what was said in a session. */
export async function isStored(machine: ImportMachine, storage: string, session: string): Promise<boolean> {
  for (const path of databasesIn(machine, dirname(storage)))
    if (await databaseHolds(machine, path, SAID, session)) return true
  return false
}
