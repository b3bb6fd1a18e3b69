import { basename, dirname, join } from 'node:path'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { databaseUnit } from '../shared/database-files.ts'
import { databaseHolds } from '../shared/database-holds.ts'
import { databaseTables } from '../shared/database-tables.ts'
import { listFiles, statThrough } from '../shared/list-files.ts'
import { peekJson } from '../shared/peek-json.ts'
import { readingDatabase } from '../shared/reading-database.ts'
import { readingFile } from '../shared/reading-file.ts'
import { readDatabase } from './read-database.ts'
import { readLines } from './read-lines.ts'

const TOOL = 'goose'
const DATABASE = 'sessions.db'
const SAID = [{ table: 'messages', column: 'session_id' }]

/** Goose: a database, and a JSONL file for each session of the versions before it. */
export const goose: Importer = {
  tool: TOOL,
  label: 'Goose',
  capabilities: { incremental: true, resumes: false },
  roots: (machine) =>
    [sessionFolder(machine)].filter((folder) => unitsBelow(machine, folder).next().done !== true),
  claims: (machine, path) => unitsBelow(machine, path).next().done !== true,
  units: unitsBelow,
  read: (machine, unit, options) =>
    unit.path.endsWith('.jsonl')
      ? readingFile(machine, unit.path, (fd) =>
          readLines(machine, fd, unit, options, (session) =>
            databaseHolds(machine, join(dirname(unit.path), DATABASE), SAID, session),
          ),
        )
      : readingDatabase(machine, unit, options, (database, from) => readDatabase(unit, database, from)),
}

function sessionFolder({ environment, folder, platform }: ImportMachine): string {
  const root = environment['GOOSE_PATH_ROOT']
  if (root) return join(root, 'data', 'sessions')
  const roaming = environment['APPDATA']
  if (platform === 'win32' && roaming) return join(roaming, 'Block', 'goose', 'data', 'sessions')
  return join(environment['XDG_DATA_HOME'] || join(folder, '.local', 'share'), 'goose', 'sessions')
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  if (found.stat.kind === 'file') {
    const { size: bytes, mtimeMs } = found.stat
    const unit = unitOf(machine, found.path, bytes, mtimeMs)
    if (unit !== undefined) yield unit
    return
  }
  // The folder of the sessions, or the one of the tool that holds it.
  for (const folder of [found.path, join(found.path, 'sessions'), join(found.path, 'data', 'sessions')]) {
    const wants = (name: string): boolean => name === DATABASE || name.endsWith('.jsonl')
    for (const { path, bytes, mtimeMs } of listFiles(machine.disk, folder, { depth: 0, wants })) {
      const unit = unitOf(machine, path, bytes, mtimeMs)
      if (unit !== undefined) yield unit
    }
  }
}

function unitOf(
  machine: ImportMachine,
  path: string,
  bytes: number,
  mtimeMs: number,
): ImportUnit | undefined {
  if (path.endsWith('.jsonl')) {
    if (!isSessionFile(machine, path)) return undefined
    return { tool: TOOL, path, key: path, bytes, mtimeMs, id: basename(path, '.jsonl') }
  }
  const tables = databaseTables(machine.disk, path)
  // Of one whose schema cannot be read, reading it says why.
  const isOurs =
    tables.size === 0 ? basename(path) === DATABASE : /\bcontent_json\b/.test(tables.get('messages') ?? '')
  return isOurs ? databaseUnit(machine, TOOL, path) : undefined
}

/** A line about the session comes first, wherever a damaged one stands in front. */
function isSessionFile({ disk }: ImportMachine, path: string): boolean {
  return peekJson(disk, path).some((line) => !('role' in line) && !('type' in line) && 'working_dir' in line)
}
