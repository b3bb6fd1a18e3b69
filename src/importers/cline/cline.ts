import { basename, dirname, join } from 'node:path'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { codeUserFolders } from '../shared/code-user-folders.ts'
import { isFolder } from '../shared/is-folder.ts'
import { listFiles, statThrough } from '../shared/list-files.ts'
import { readingFile } from '../shared/reading-file.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { readSession } from './read-session.ts'
import { readTask } from './read-task.ts'

const EDITORS = [
  'Code',
  'Code - Insiders',
  'VSCodium',
  'Cursor',
  'Windsurf',
  'Windsurf - Next',
  'Trae',
  'Positron',
]
const SERVERS = [
  '.vscode-server',
  '.vscode-server-insiders',
  '.vscode-remote',
  '.cursor-server',
  '.windsurf-server',
]
const EXTENSIONS = ['saoudrizwan.claude-dev', 'rooveterinaryinc.roo-cline', 'kilocode.kilo-code']
/** What a task showed, under its newer and its older name, and what was sent to the model: the first one there is read. */
const TASK_FILES = ['ui_messages.json', 'claude_messages.json', 'api_conversation_history.json']
const MESSAGES = '.messages.json'
/** From a user folder of an editor: its storage, an extension, its tasks, one of them. */
const DEPTH = 4

/** Cline and what was made of it: tasks of the extension for editors, sessions of the command line. */
export const cline: Importer = {
  tool: 'cline',
  label: 'Cline, Roo Code, Kilo Code',
  capabilities: { incremental: true, resumes: false },
  roots(machine) {
    const { environment, folder } = machine
    const data =
      environment['CLINE_DATA_DIR'] || join(environment['CLINE_DIR'] || join(folder, '.cline'), 'data')
    const sessions = environment['CLINE_SESSION_DATA_DIR']
    const places = [
      data,
      ...(sessions === undefined || sessions === '' ? [] : [sessions]),
      ...codeUserFolders(machine, EDITORS, SERVERS).flatMap((user) =>
        EXTENSIONS.map((name) => join(user, 'globalStorage', name)),
      ),
    ]
    return places.filter((place) => isFolder(machine.disk, place))
  },
  claims(machine, path) {
    const kind = statThrough(machine.disk, path)?.stat.kind
    if (kind === 'file') return isTaskFile(path) || isMessages(path)
    return kind === 'folder' && unitsBelow(machine, path).next().done !== true
  },
  units: unitsBelow,
  read: (machine, unit, options) =>
    readingFile(machine, unit.path, (fd) =>
      isMessages(unit.path) ? readSession(machine, fd, unit, options) : readTask(machine, fd, unit, options),
    ),
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  const { path, stat } = found
  if (stat.kind === 'file') {
    if (isMessages(path) || isTaskFile(path)) yield* unitOf(machine, path)
    return
  }
  const files = listFiles(machine.disk, path, {
    depth: DEPTH,
    wants: (name) => isTaskFile(join(path, name)) || isMessages(join(path, name)),
    enters: (name) => !/(^|\/)(node_modules|checkpoints|cache|puppeteer|settings)$/.test(name),
  })
  for (const file of files)
    if (isMessages(file.path) || isFirst(machine, file.path)) yield* unitOf(machine, file.path)
}

function isTaskFile(path: string): boolean {
  return TASK_FILES.includes(basename(path))
}

function isMessages(path: string): boolean {
  return path.endsWith(MESSAGES) && basename(path).length > MESSAGES.length
}

/** Of the files of a task one is read: the first that says something, or will when it is written. */
function firstIn({ disk, now }: ImportMachine, folder: string): string | undefined {
  return TASK_FILES.find((name) => {
    const stat = statThrough(disk, join(folder, name))?.stat
    return stat !== undefined && (stat.size > 0 || now() - stat.mtimeMs < STILL_WRITTEN)
  })
}

function isFirst(machine: ImportMachine, path: string): boolean {
  const first = firstIn(machine, dirname(path))
  return first === undefined || first === basename(path)
}

/** What stands beside the messages belongs to them: a title, a folder, the parent. */
function* unitOf(machine: ImportMachine, path: string): Generator<ImportUnit, void, undefined> {
  const folder = dirname(path)
  const isSession = isMessages(path)
  const first = firstIn(machine, folder)
  const main = isSession || first === undefined ? path : join(folder, first)
  const stem = basename(path).slice(0, -MESSAGES.length)
  const others = isSession
    ? [`${stem}.json`, `${stem}.compaction.json`]
    : ['history_item.json', 'task_metadata.json', ...TASK_FILES]
  const stats = [main, ...others.map((name) => join(folder, name)).filter((other) => other !== main)].flatMap(
    (each) => statThrough(machine.disk, each)?.stat ?? [],
  )
  yield {
    tool: 'cline',
    path: main,
    key: isSession ? path : folder,
    bytes: stats.reduce((sum, { size }) => sum + size, 0),
    mtimeMs: Math.max(0, ...stats.map(({ mtimeMs }) => mtimeMs)),
    id: isSession ? stem : basename(folder),
  }
}
