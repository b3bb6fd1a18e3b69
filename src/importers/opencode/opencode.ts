import { basename, dirname, isAbsolute, join } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { databaseUnit } from '../shared/database-files.ts'
import { listFiles, statThrough } from '../shared/list-files.ts'
import { readingDatabase } from '../shared/reading-database.ts'
import { readingFile } from '../shared/reading-file.ts'
import { exportUnit, exportUnits } from './export-file.ts'
import { readDatabase } from './read-database.ts'
import { readExportFile } from './read-export-file.ts'
import { readFiles } from './read-files.ts'
import { filesOfSession, sessionUnit, sessionUnits } from './session-files.ts'
import { databasesIn, isDatabase, isDatabaseName, isStored } from './databases.ts'

interface Family {
  readonly tool: string
  readonly label: string
  /** Below the folder for data of programs. */
  readonly folder: string
  /** The environment variable that names the database. */
  readonly variable: string
}

/** A backup, a person's folder, `.local/share`, the folder of the tool, and four levels of its files. */
const DEPTH = 8
/** The file of a session in a tree of files, from that on. */
const STORED = /(^|[/\\])(project[/\\][^/\\]+[/\\])?storage[/\\]session[/\\][^/\\]+[/\\][^./\\][^/\\]*\.json$/
/** In the folder of the other one of the two tools. */
const KILO = /[/\\]kilo(\.db|[/\\](kilo\.db|(project|storage)[/\\].+))$/

/**
 * opencode: a database, and a tree of files of the versions before it; both are read, since many were never carried over.
 * And files that it exported, where a person names them.
 */
export const opencode: Importer = importerOf({
  tool: 'opencode',
  label: 'opencode',
  folder: 'opencode',
  variable: 'OPENCODE_DB',
})

/** Kilo since it is built on opencode. */
export const kiloCode: Importer = importerOf({
  tool: 'kilo-code',
  label: 'Kilo Code',
  folder: 'kilo',
  variable: 'KILO_DB',
})

function importerOf({ tool, label, folder, variable }: Family): Importer {
  const unitsBelow = function* (
    machine: ImportMachine,
    root: string,
  ): Generator<ImportUnit, void, undefined> {
    for (const unit of unitsOf(machine, tool, root))
      if (folder === 'kilo' || !KILO.test(unit.path)) yield unit
  }
  return {
    tool,
    label,
    capabilities: { incremental: true, resumes: true, copiesByWords: true },
    roots(machine) {
      const data = machine.environment['XDG_DATA_HOME'] || join(machine.folder, '.local', 'share')
      const home = join(data, folder)
      const named = machine.environment[variable]
      const places = named ? [home, isAbsolute(named) ? named : join(home, named)] : [home]
      return [...new Set(places)].filter(
        (place) => statThrough(machine.disk, place) !== undefined && hasUnits(unitsBelow(machine, place)),
      )
    },
    claims: (machine, path) => hasUnits(unitsBelow(machine, path)),
    units: unitsBelow,
    read(machine, unit, options) {
      if (isInStorage(unit.path))
        return readFiles(machine, unit, options, (storage, session) => isStored(machine, storage, session))
      if (exportUnit(machine, tool, unit.path) !== undefined)
        return readingFile(machine, unit.path, (fd) => readExportFile(machine, fd, unit, options))
      return readingDatabase(machine, unit, options, (database, from) =>
        readDatabase(machine, unit, database, from),
      )
    },
  }
}

function hasUnits(units: Iterator<ImportUnit>): boolean {
  return units.next().done !== true
}

function* unitsOf(
  machine: ImportMachine,
  tool: string,
  root: string,
): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found?.stat.kind === 'file') {
    const unit = isDatabase(machine.disk, found.path)
      ? databaseUnit(machine, tool, found.path)
      : isInStorage(found.path)
        ? sessionUnit(machine, tool, found.path)
        : exportUnit(machine, tool, found.path)
    if (unit) yield unit
  }
  if (found?.stat.kind !== 'folder') return
  try {
    let isNone = true
    for (const unit of unitsOfHome(machine, tool, found.path)) {
      isNone = false
      yield unit
    }
    if (isNone) for (const home of homesBelow(machine, found.path)) yield* unitsOfHome(machine, tool, home)
  } catch (error) {
    // Reading it says why.
    if (errorCode(error) === undefined) throw error
    yield { tool, path: found.path, key: found.path, bytes: 0, mtimeMs: 0 }
  }
}

/** What is in the folder of the tool itself. */
function* unitsOfHome(
  machine: ImportMachine,
  tool: string,
  folder: string,
): Generator<ImportUnit, void, undefined> {
  for (const path of databasesIn(machine, folder)) {
    const unit = databaseUnit(machine, tool, path)
    if (unit !== undefined) yield unit
  }
  yield* exportUnits(machine, tool, folder)
  for (const storage of storagesIn(machine, folder)) yield* sessionUnits(machine, tool, storage)
}

/** Folders of the tool below another one, as in a backup. */
function homesBelow({ disk }: ImportMachine, folder: string): ReadonlySet<string> {
  const homes = new Set<string>()
  const options = {
    depth: DEPTH,
    wants: (name: string) => isDatabaseName(basename(name)) || STORED.test(name),
    enters: (name: string) => !/(^|\/)(node_modules|\.git|message|part)$/.test(name),
  }
  for (const { path } of listFiles(disk, folder, options))
    homes.add(isDatabaseName(basename(path)) ? dirname(path) : path.slice(0, path.search(STORED)))
  return homes
}

/** Other tools keep JSON files in folders called `session` too. */
function isInStorage(path: string): boolean {
  const files = filesOfSession(path)
  return files !== undefined && basename(files.storage) === 'storage'
}

/** The trees of files in the folder of the tool: one, and one for each project in the oldest versions. */
function* storagesIn({ disk }: ImportMachine, folder: string): Generator<string, void, undefined> {
  if (basename(folder) === 'storage') yield folder
  if (basename(folder) === 'session' && basename(dirname(folder)) === 'storage') yield dirname(folder)
  yield join(folder, 'storage')
  for (const project of disk.list(join(folder, 'project'))) yield join(folder, 'project', project, 'storage')
}
