import { basename, join } from 'node:path'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { databaseUnit } from '../shared/database-files.ts'
import { databaseTables } from '../shared/database-tables.ts'
import { statThrough } from '../shared/list-files.ts'
import { readingDatabase } from '../shared/reading-database.ts'
import { readLlm } from './read-llm.ts'

const TOOL = 'llm'
const NAME = 'logs.db'
const FOLDER = 'io.datasette.llm'

/** The `llm` command of Simon Willison: one database, with tables of two generations. */
export const llm: Importer = {
  tool: TOOL,
  label: 'LLM',
  capabilities: { incremental: true, resumes: false },
  roots: (machine) =>
    [userFolder(machine)].filter((folder) => unitsBelow(machine, folder).next().done !== true),
  claims: (machine, path) => unitsBelow(machine, path).next().done !== true,
  units: unitsBelow,
  read: (machine, unit, options) =>
    readingDatabase(machine, unit, options, (database, from) => readLlm(unit, database, from)),
}

function userFolder({ environment, folder, platform }: ImportMachine): string {
  const named = environment['LLM_USER_PATH']
  if (named) return named
  if (platform === 'darwin') return join(folder, 'Library', 'Application Support', FOLDER)
  if (platform === 'win32') return join(environment['APPDATA'] || join(folder, 'AppData', 'Roaming'), FOLDER)
  return join(environment['XDG_CONFIG_HOME'] || join(folder, '.config'), FOLDER)
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  const path = found.stat.kind === 'file' ? found.path : join(found.path, NAME)
  const unit = isLogs(machine, path) ? databaseUnit(machine, TOOL, path) : undefined
  if (unit !== undefined) yield unit
}

function isLogs({ disk }: ImportMachine, path: string): boolean {
  const file = statThrough(disk, path)
  if (file?.stat.kind !== 'file') return false
  const tables = databaseTables(disk, file.path)
  // Of one whose schema cannot be read, reading it says why.
  if (tables.size === 0) return basename(path) === NAME
  return /\bdatetime_utc\b/.test(`${tables.get('responses') ?? ''}${tables.get('turns') ?? ''}`)
}
