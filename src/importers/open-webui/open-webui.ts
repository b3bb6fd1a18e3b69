import { basename, join } from 'node:path'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { databaseTables } from '../shared/database-tables.ts'
import { exportImporter } from '../shared/export-importer.ts'
import { listFiles, statThrough } from '../shared/list-files.ts'
import { readDatabase } from './read-database.ts'
import { isConversation, readConversation } from './read-conversation.ts'

const TOOL = 'open-webui'
const DATABASE = /^webui\.db$/i

const exported = exportImporter({
  tool: TOOL,
  label: 'Open WebUI',
  isExportName: (name) => /^(all-)?chats?-export.*\.json$/i.test(name),
  hasOwnNames: true,
  isOurs: (head) => /"history"\s*:\s*\{/.test(head) && /"(currentId|childrenIds|chat)"\s*:/.test(head),
  isConversation,
  read: readConversation,
})

/** Open WebUI: the chats a person exports, and the database of a server. */
export const openWebui: Importer = {
  ...exported,
  roots(machine) {
    const { folder, environment } = machine
    const homes = [environment['OPEN_WEBUI_DATA_DIR'], environment['DATA_DIR'], join(folder, '.open-webui')]
    const databases = homes.flatMap((home) =>
      home === undefined || home === '' ? [] : [join(home, 'webui.db')],
    )
    return [...new Set(databases)].filter((path) => isDatabase(machine, path)).concat(exported.roots(machine))
  },
  claims: (machine, path) => unitsBelow(machine, path).next().done !== true,
  units: unitsBelow,
  read: (machine, unit, options) =>
    DATABASE.test(basename(unit.path))
      ? readDatabase(machine, unit, options)
      : exported.read(machine, unit, options),
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  const paths =
    found.stat.kind === 'folder'
      ? [
          ...listFiles(machine.disk, found.path, {
            depth: 1,
            wants: (name) => DATABASE.test(basename(name)),
          }),
        ].map(({ path }) => path)
      : [found.path]
  for (const path of paths) {
    const stat = statThrough(machine.disk, path)?.stat
    if (stat !== undefined && isDatabase(machine, path))
      yield { tool: TOOL, path, key: path, bytes: stat.size, mtimeMs: stat.mtimeMs }
  }
  yield* exported.units(machine, root)
}

function isDatabase({ disk }: ImportMachine, path: string): boolean {
  return DATABASE.test(basename(path)) && databaseTables(disk, path).has('chat')
}
