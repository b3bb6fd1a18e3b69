import { basename, isAbsolute } from 'node:path'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { fileHead } from '../shared/file-head.ts'
import { statThrough } from '../shared/list-files.ts'
import { readingFile } from '../shared/reading-file.ts'
import { historyFiles } from './history-files.ts'
import { readHistory } from './read-history.ts'
import { readInputs } from './read-inputs.ts'

const CHAT = '.aider.chat.history.md'
const INPUT = '.aider.input.history'
const HEADER = /^# aider chat started at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s*$/m

/**
 * Aider: a Markdown file in each project, which every run is added to. What was typed stands once more in a file of its
 * own, which is read where there is no other.
 */
export const aider: Importer = {
  tool: 'aider',
  label: 'Aider',
  capabilities: { incremental: true, resumes: false },
  roots(machine) {
    const named = machine.environment['AIDER_CHAT_HISTORY_FILE'] ?? ''
    const isThere = isAbsolute(named) && statThrough(machine.disk, named)?.stat.kind === 'file'
    const found = historyFiles(machine, machine.folder, [CHAT, INPUT]).map(({ path }) => path)
    return [...new Set([...(isThere ? [named] : []), ...found])]
  },
  claims: (machine, path) => unitsBelow(machine, path).next().done !== true,
  units: unitsBelow,
  read: (machine, unit, options) =>
    readingFile(machine, unit.path, (fd) =>
      basename(unit.path) === INPUT
        ? readInputs(machine, fd, unit, options)
        : readHistory(machine, fd, unit, options),
    ),
}

/** By its name, or where it has another one by how a run begins in it. */
function isChat({ disk }: ImportMachine, path: string): boolean {
  return basename(path) === CHAT || HEADER.test(fileHead(disk, path, 65_536).toString('latin1'))
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  const { size, mtimeMs, kind } = found.stat
  const isHistory = kind === 'file' && (basename(root) === INPUT || isChat(machine, root))
  const files =
    kind === 'folder'
      ? historyFiles(machine, found.path, [CHAT, INPUT])
      : isHistory
        ? [{ path: found.path, bytes: size, mtimeMs }]
        : []
  for (const { path, bytes, mtimeMs: at } of files)
    yield { tool: 'aider', path, key: path, bytes, mtimeMs: at }
}
