import { basename, dirname, join } from 'node:path'
import type { Importer, ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { databaseUnit } from '../shared/database-files.ts'
import { databaseTables } from '../shared/database-tables.ts'
import { fieldsOf } from '../shared/fields.ts'
import { isFolder } from '../shared/is-folder.ts'
import { listFiles, statThrough } from '../shared/list-files.ts'
import { peekJson } from '../shared/peek-json.ts'
import { readingDatabase } from '../shared/reading-database.ts'
import { readingFile } from '../shared/reading-file.ts'
import { cursorUserFolders } from './cursor-user-folders.ts'
import { readGlobalDatabase } from './read-global-database.ts'
import { readTranscript } from './read-transcript.ts'
import { readWorkspaceDatabase } from './read-workspace-database.ts'
import { cursorHome, isTranscript } from './transcript-files.ts'

const DATABASE = 'state.vscdb'
/** Projects, their transcripts, one with a folder of its own, its sub-agents. */
const DEPTH = 6
/** What is looked into of the user folder of the editor. */
const OF_EDITOR = /^(globalStorage|workspaceStorage(\/[^/]+)?)$/
const OF_HOME = /^projects(\/[^/]+(\/agent-transcripts(\/.*)?)?)?$/

/** Cursor: conversations of its editor, and transcripts of its agents. */
export const cursor: Importer = {
  tool: 'cursor',
  label: 'Cursor',
  capabilities: { incremental: true, resumes: false, twoStores: true },
  roots(machine) {
    const home = cursorHome(machine)
    return [...cursorUserFolders(machine), ...(isFolder(machine.disk, join(home, 'projects')) ? [home] : [])]
  },
  claims(machine, path) {
    const found = statThrough(machine.disk, path)
    if (found?.stat.kind === 'file')
      return basename(path) === DATABASE ? isOurs(machine, found.path) : isTranscriptFile(machine, path)
    if (found?.stat.kind !== 'folder') return false
    for (const unit of unitsBelow(machine, path))
      if (basename(unit.path) !== DATABASE || isOurs(machine, unit.path)) return true
    return false
  },
  units: unitsBelow,
  read(machine, unit, options) {
    return basename(unit.path) === DATABASE
      ? readDatabase(machine, unit, options)
      : readingFile(machine, unit.path, (fd) => readTranscript(machine, fd, unit, options))
  },
}

function readDatabase(
  machine: ImportMachine,
  unit: ImportUnit,
  options: ReadOptions,
): AsyncGenerator<ImportEvent, void, undefined> {
  const isGlobal = basename(dirname(unit.path)) === 'globalStorage'
  return readingDatabase(machine, unit, options, async function* (database, from) {
    if (isGlobal) yield* readGlobalDatabase(machine, database, unit.path, from, options)
    else yield* readWorkspaceDatabase(machine, database, unit.path)
  })
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const { disk } = machine
  const found = statThrough(disk, root)
  if (found === undefined) return
  const { path, stat } = found
  if (stat.kind === 'file') {
    if (basename(root) === DATABASE) yield* databaseUnits(machine, path)
    else if (isTranscriptFile(machine, root)) yield unitOf(path, stat.size, stat.mtimeMs)
    return
  }
  const isEditor = ['globalStorage', 'workspaceStorage'].some((name) =>
    isFolder(machine.disk, join(path, name)),
  )
  const isHome = isFolder(machine.disk, join(path, 'projects'))
  const files = listFiles(disk, path, {
    depth: DEPTH,
    wants: (name) => basename(name) === DATABASE || isTranscript(join(path, name)),
    enters: (name) =>
      (!isEditor && !isHome && basename(name) !== 'node_modules') ||
      (isEditor && OF_EDITOR.test(name)) ||
      (isHome && OF_HOME.test(name)),
  })
  for (const file of files) {
    if (basename(file.path) === DATABASE) yield* databaseUnits(machine, file.path)
    else yield unitOf(file.path, file.bytes, file.mtimeMs)
  }
}

function* databaseUnits(machine: ImportMachine, path: string): Generator<ImportUnit, void, undefined> {
  const unit = databaseUnit(machine, 'cursor', path)
  if (unit !== undefined) yield unit
}

function unitOf(path: string, bytes: number, mtimeMs: number): ImportUnit {
  return { tool: 'cursor', path, key: path, bytes, mtimeMs }
}

/** Other editors of the same family have databases of the same name. */
function isOurs({ disk }: ImportMachine, path: string): boolean {
  return databaseTables(disk, path).has('cursordiskkv') || /[/\\]\.?Cursor[^/\\]*[/\\]/.test(path)
}

/** Its place says it, or the lines that stand whole in its beginning. */
function isTranscriptFile({ disk }: ImportMachine, path: string): boolean {
  if (isTranscript(path)) return true
  if (!path.endsWith('.jsonl')) return false
  return peekJson(disk, path).some(
    (line) => typeof line['role'] === 'string' && 'content' in fieldsOf(line['message']) && !('uuid' in line),
  )
}
