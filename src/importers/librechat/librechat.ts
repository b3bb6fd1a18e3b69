import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { exportImporter } from '../shared/export-importer.ts'
import { exportLook } from '../shared/export-look.ts'
import { listFiles, statThrough } from '../shared/list-files.ts'
import { readingFile } from '../shared/reading-file.ts'
import { isConversation, readConversation } from './read-conversation.ts'
import { readDump } from './read-dump.ts'

const TOOL = 'librechat'
const LINES = /\.(jsonl|ndjson)$/i

const exported = exportImporter({
  tool: TOOL,
  label: 'LibreChat',
  isExportName: (name) => /^[^.].*\.json$/i.test(name),
  hasOwnNames: false,
  isOurs: (head) =>
    isDump(head) ||
    (/"conversationId"\s*:/.test(head) && /"(exportAt|recursive|messageId|messagesTree)"\s*:/.test(head)),
  isConversation,
  read: readConversation,
})

/**
 * LibreChat: a file for each conversation that a person exports, as a list or as a tree; and its collections of messages
 * and conversations, as `mongoexport` writes them.
 */
export const librechat: Importer = {
  ...exported,
  claims: (machine, path) => unitsBelow(machine, path).next().done !== true,
  units: unitsBelow,
  read: (machine, unit, options) =>
    isDumpFile(machine, unit.path)
      ? readingFile(machine, unit.path, (fd) => readDump(machine, fd, unit, options))
      : exported.read(machine, unit, options),
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  yield* exported.units(machine, root)
  const { disk } = machine
  const found = statThrough(disk, root)
  if (found === undefined) return
  const { kind, size: bytes, mtimeMs } = found.stat
  const files =
    kind === 'folder'
      ? listFiles(disk, found.path, { depth: 1, wants: (name) => LINES.test(name) })
      : LINES.test(root)
        ? [{ path: found.path, bytes, mtimeMs }]
        : []
  for (const { path, bytes: size, mtimeMs: at } of files)
    if (isDumpFile(machine, path)) yield { tool: TOOL, path, key: path, bytes: size, mtimeMs: at }
}

function isDumpFile({ disk }: ImportMachine, path: string): boolean {
  const { heads, names } = exportLook(disk, path)
  return names === undefined && isDump(heads[0]?.members ?? '')
}

/** Entries of a database have an id of its own, and those of exports have not. */
function isDump(members: string): boolean {
  return (
    /"_id"\s*:/.test(members) &&
    /"conversationId"\s*:/.test(members) &&
    /"(messageId|endpoint)"\s*:/.test(members)
  )
}
