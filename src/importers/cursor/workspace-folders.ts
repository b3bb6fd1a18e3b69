import { dirname, join } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'
import type { ImportMachine } from '../importer.ts'
import { jsonValue } from '../shared/database-values.ts'
import { fieldsOf, listOf, textOf } from '../shared/fields.ts'
import { type ForeignDatabase, openForeignDatabase } from '../shared/foreign-database.ts'
import { namesIn } from '../shared/names-in.ts'
import { workspaceOf } from '../shared/uri-path.ts'

const known = new WeakMap<ImportMachine, Map<string, Promise<ReadonlyMap<string, string>>>>()

/**
 * The folders that conversations belong to which do not say so themselves: the workspaces that list them. Each workspace
 * has a database of its own, so they are only opened when somebody asks, and once.
 *
 * @param path the database for all workspaces
 */
export function workspaceFolders(machine: ImportMachine, path: string): Promise<ReadonlyMap<string, string>> {
  const storage = join(dirname(dirname(path)), 'workspaceStorage')
  const folders = known.get(machine) ?? new Map<string, Promise<ReadonlyMap<string, string>>>()
  known.set(machine, folders)
  const found = folders.get(storage) ?? listedIn(machine, storage)
  folders.set(storage, found)
  return found
}

async function listedIn(machine: ImportMachine, storage: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const name of namesIn(machine.disk, storage)) {
    const folder = workspaceOf(machine.disk, join(storage, name))
    if (folder === undefined) continue
    for (const id of await composersOf(machine, join(storage, name, 'state.vscdb'))) found.set(id, folder)
  }
  return found
}

async function composersOf(machine: ImportMachine, path: string): Promise<readonly string[]> {
  let database: ForeignDatabase | undefined
  try {
    if (machine.disk.stat(path)?.kind !== 'file') return []
    database = await openForeignDatabase(machine, path)
    return listOf(itemOf(database, 'composer.composerData')['allComposers']).flatMap(
      (each) => textOf(fieldsOf(each)['composerId']) ?? [],
    )
  } catch (error) {
    if (!(error instanceof SyntaxError) && errorCode(error) === undefined) throw error
    return []
  } finally {
    database?.close()
  }
}

/** The object under a key of the table of settings, which holds secrets under others. @throws SyntaxError */
export function itemOf(database: ForeignDatabase, key: string): ReturnType<typeof fieldsOf> {
  const query = { table: 'ItemTable', columns: ['value'], rest: 'WHERE key = ?', values: [key] }
  for (const { value } of database.rows(query)) return fieldsOf(jsonValue(value).value)
  return {}
}
