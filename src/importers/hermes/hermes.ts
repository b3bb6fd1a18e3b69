import { basename, join } from 'node:path'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { databaseUnit } from '../shared/database-files.ts'
import { databaseTables } from '../shared/database-tables.ts'
import { listFiles, statThrough } from '../shared/list-files.ts'
import { readingDatabase } from '../shared/reading-database.ts'
import { readHermes } from './read-hermes.ts'

const TOOL = 'hermes-agent'
const NAME = 'state.db'
const PROFILE = /^profiles(\/[^/]+)?$/

/** hermes-agent: a database, and one for each profile. */
export const hermes: Importer = {
  tool: TOOL,
  label: 'Hermes Agent',
  capabilities: { incremental: true, resumes: false, copies: true },
  roots(machine) {
    const home = machine.environment['HERMES_HOME'] || join(machine.folder, '.hermes')
    return unitsBelow(machine, home).next().done === true ? [] : [home]
  },
  claims: (machine, path) => unitsBelow(machine, path).next().done !== true,
  units: unitsBelow,
  read: (machine, unit, options) =>
    readingDatabase(machine, unit, options, (database, from) => readHermes(unit, database, from)),
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  const wants = (name: string): boolean => basename(name) === NAME
  const enters = (name: string): boolean => PROFILE.test(name)
  const paths =
    found.stat.kind === 'file'
      ? [found.path]
      : [...listFiles(machine.disk, found.path, { depth: 2, wants, enters })].map(({ path }) => path)
  for (const path of paths) {
    const unit = isHermes(machine, path) ? databaseUnit(machine, TOOL, path) : undefined
    if (unit !== undefined) yield unit
  }
}

function isHermes({ disk }: ImportMachine, path: string): boolean {
  const tables = databaseTables(disk, path)
  // Of one whose schema cannot be read, reading it says why.
  if (tables.size === 0) return basename(path) === NAME
  return (
    /\btool_name\b/.test(tables.get('messages') ?? '') && /\bstarted_at\b/.test(tables.get('sessions') ?? '')
  )
}
