import { basename, join } from 'node:path'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { databaseTables } from '../shared/database-tables.ts'
import { databaseUnit } from '../shared/database-files.ts'
import { fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { listFiles, statThrough } from '../shared/list-files.ts'
import { readingDatabase } from '../shared/reading-database.ts'
import { smallJson } from '../shared/small-json.ts'
import { readCrush } from './read-crush.ts'

const TOOL = 'crush'
const NAME = 'crush.db'
/** Folders below one that a person names in which projects are looked for. */
const DEPTH = 4
const NO_PROJECT = /(^|\/)(node_modules|\.git|\.cache|vendor|target)$/

/** Crush: a database in each project, and a list of the projects. */
export const crush: Importer = {
  tool: TOOL,
  label: 'Crush',
  capabilities: { incremental: true, resumes: false },
  roots(machine) {
    const folders = [...dataFolders(machine), join(machine.folder, '.crush'), ...projects(machine)]
    const paths = folders.map((folder) => join(folder, NAME))
    return [...new Set(paths.filter((path) => isCrush(machine, path)))]
  },
  claims: (machine, path) => unitsBelow(machine, path).next().done !== true,
  units: unitsBelow,
  read: (machine, unit, options) =>
    readingDatabase(machine, unit, options, (database, from) => readCrush(machine, unit, database, from)),
}

function dataFolders({ environment, folder, platform }: ImportMachine): readonly string[] {
  const local = environment['LOCALAPPDATA']
  const data =
    platform === 'win32' && local ? local : environment['XDG_DATA_HOME'] || join(folder, '.local', 'share')
  const named = environment['CRUSH_GLOBAL_DATA']
  return [...(named ? [named] : []), join(data, TOOL)]
}

/** The folders with data of the projects in which Crush was used. */
function projects(machine: ImportMachine): readonly string[] {
  return dataFolders(machine).flatMap((folder) => {
    const known = smallJson(machine.disk, join(folder, 'projects.json'))
    return listOf(isFields(known) ? known['projects'] : known).flatMap((project) => {
      const { path, data_dir: data } = fieldsOf(project)
      const place = textOf(path)
      return textOf(data) ?? (place === undefined ? [] : join(place, '.crush'))
    })
  })
}

function isCrush({ disk }: ImportMachine, path: string): boolean {
  const found = statThrough(disk, path)
  if (found?.stat.kind !== 'file') return false
  const tables = databaseTables(disk, found.path)
  // Of one whose schema cannot be read, reading it says why.
  return tables.size === 0 ? basename(path) === NAME : /\bparts\b/.test(tables.get('messages') ?? '')
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  const paths = found.stat.kind === 'file' ? [found.path] : databasesBelow(machine, found.path)
  for (const path of paths) {
    const unit = isCrush(machine, path) ? databaseUnit(machine, TOOL, path) : undefined
    if (unit !== undefined) yield unit
  }
}

function* databasesBelow({ disk }: ImportMachine, folder: string): Generator<string, void, undefined> {
  const wants = (name: string): boolean => basename(name) === NAME
  const enters = (name: string): boolean => !NO_PROJECT.test(name)
  for (const { path } of listFiles(disk, folder, { depth: DEPTH, wants, enters })) yield path
}
