import { basename, dirname, join } from 'node:path'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { Importer, ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { codeUserFolders } from '../shared/code-user-folders.ts'
import { fieldsOf, textOf } from '../shared/fields.ts'
import { isFolder } from '../shared/is-folder.ts'
import { statThrough } from '../shared/list-files.ts'
import { peekJson } from '../shared/peek-json.ts'
import { readingFile } from '../shared/reading-file.ts'
import { chatCopies } from './chat-copies.ts'
import { copilotFiles } from './copilot-files.ts'
import { kindOfFile } from './kind-of-file.ts'
import { readChat } from './read-chat.ts'
import { readCliHistory } from './read-cli-history.ts'
import { type EventsPlace, readEvents } from './read-events.ts'
import { workspaceYaml } from './workspace-yaml.ts'

const EDITORS = ['Code', 'Code - Insiders', 'VSCodium', 'VSCodium - Insiders', 'Code - OSS']
const SERVERS = ['.vscode-server', '.vscode-server-insiders', '.vscode-remote']
const CLI_FOLDERS = ['session-state', 'history-session-state', 'jb']

/** GitHub Copilot: chats of VS Code, and sessions of the command line and of what is built on it. */
export const copilot: Importer = {
  tool: 'copilot',
  label: 'GitHub Copilot',
  capabilities: { incremental: true, resumes: false },
  roots(machine) {
    const home = machine.environment['COPILOT_HOME'] || join(machine.folder, '.copilot')
    const isHome = CLI_FOLDERS.some((name) => isFolder(machine.disk, join(home, name)))
    return [...(isHome ? [home] : []), ...codeUserFolders(machine, EDITORS, SERVERS)]
  },
  claims(machine, path) {
    const found = statThrough(machine.disk, path)
    if (found?.stat.kind === 'file') return kindOfFile(machine, path) !== undefined
    return found?.stat.kind === 'folder' && unitsBelow(machine, path).next().done !== true
  },
  units: unitsBelow,
  read: (machine, unit, options) => readingFile(machine, unit.path, (fd) => read(machine, fd, unit, options)),
}

function read(
  machine: ImportMachine,
  fd: FileDescriptor,
  unit: ImportUnit,
  options: ReadOptions,
): Iterable<ImportEvent> {
  const { path } = unit
  const kind = kindOfFile(machine, path)
  if (kind === 'history') return readCliHistory(machine, fd, unit, options)
  if (kind === 'events') return readEvents(machine, fd, unit, placeOf(machine, path), options)
  return readChat(machine, fd, unit, chatCopies(machine, path), options)
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  for (const { path, bytes, mtimeMs } of copilotFiles(machine, root)) {
    const beside = statThrough(machine.disk, join(dirname(path), 'workspace.yaml'))?.stat
    const isNamed = basename(path) === 'events.jsonl' && beside !== undefined
    yield {
      tool: 'copilot',
      path,
      key: path,
      // A session gets its name in a file of its own.
      bytes: bytes + (isNamed ? beside.size : 0),
      mtimeMs: isNamed ? Math.max(mtimeMs, beside.mtimeMs) : mtimeMs,
    }
  }
}

function placeOf({ disk }: ImportMachine, path: string): EventsPlace {
  const folder = dirname(path)
  const name = basename(path)
  if (name === 'events.jsonl')
    return { id: basename(folder), workspace: workspaceYaml(disk, join(folder, 'workspace.yaml')) }
  if (!/^partition-\d+\.jsonl$/.test(name)) return { id: name.replace(/\.jsonl$/, ''), workspace: {} }
  // Only the first part of a session says what it is called.
  const start = peekJson(disk, join(folder, 'partition-1.jsonl')).find(({ type }) => type === 'session.start')
  return { id: textOf(fieldsOf(start?.['data'])['sessionId']) ?? basename(folder), workspace: {} }
}
