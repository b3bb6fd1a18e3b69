import { basename, dirname, join } from 'node:path'
import type { Importer, ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { jsonHead } from '../shared/json-head.ts'
import { isFolder } from '../shared/is-folder.ts'
import { type FoundFile, listFiles, statThrough } from '../shared/list-files.ts'
import { namesIn } from '../shared/names-in.ts'
import { readingFile } from '../shared/reading-file.ts'
import { isUnchanged } from '../shared/whole-cursor.ts'
import type { GeminiPlace } from './gemini-facts.ts'
import { hasMessages } from './has-messages.ts'
import { projectFolder } from './project-folder.ts'
import { ANTIGRAVITY, readAntigravity } from './read-antigravity.ts'
import { readGeminiFile } from './read-gemini-file.ts'
import { readGeminiLog } from './read-gemini-log.ts'

const SESSION = /^session-[^/\\]+\.jsonl?$/
/** Below the sessions of a project: a session, or a sub-agent in a folder that is called after its session. */
const PLACE = /[/\\]chats[/\\](?:session-[^/\\]+\.jsonl?|[^/\\]+[/\\][^/\\]+\.jsonl)$/
/** Projects, their sessions, the sub-agents of one. */
const DEPTH = 3

/** Gemini CLI: a file for each session, a JSON object or a log that is replayed. */
export const geminiCli: Importer = {
  tool: 'gemini-cli',
  label: 'Gemini CLI',
  capabilities: { incremental: true, resumes: true },
  roots(machine) {
    const home = join(machine.environment['GEMINI_CLI_HOME'] || machine.folder, '.gemini')
    return foldersIn(machine, home).length > 0 ? [home] : []
  },
  claims(machine, path) {
    for (const unit of unitsBelow(machine, path)) if (isOurs(machine, unit.path)) return true
    return false
  },
  units: unitsBelow,
  read: (machine, unit, options) => readingFile(machine, unit.path, (fd) => read(machine, fd, unit, options)),
}

function* read(
  machine: ImportMachine,
  fd: number,
  unit: ImportUnit,
  options: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  const { path } = unit
  options.signal?.throwIfAborted()
  if (isUnchanged(disk, fd, options.from)) return
  const place = placeOf(machine, path)
  if (ANTIGRAVITY.test(path)) yield* readAntigravity(machine, fd, unit, options)
  else if (!path.endsWith('.json')) yield* readGeminiLog(machine, fd, unit, place, options)
  // A session that was taken up again goes on in a log, and its old file stays.
  else if (hasMessages(machine, `${path}l`)) yield { kind: 'skipped', path, reason: 'copy' }
  else yield* readGeminiFile(machine, fd, unit, place, options)
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  if (found.stat.kind === 'file') {
    const { size: bytes, mtimeMs } = found.stat
    if (isSession(root)) yield unitOf({ path: found.path, name: basename(root), bytes, mtimeMs })
    return
  }
  const inHome = foldersIn(machine, found.path)
  for (const folder of inHome.length > 0 ? inHome : [found.path]) {
    const wants = (name: string): boolean => isSession(join(folder, name))
    for (const file of listFiles(machine.disk, folder, { depth: DEPTH, wants })) yield unitOf(file)
  }
}

/** What a home of Gemini CLI has sessions in: its own, and those of what came after it. */
function foldersIn(machine: ImportMachine, home: string): readonly string[] {
  return namesIn(machine.disk, home)
    .filter((name) => name === 'tmp' || name.startsWith('antigravity'))
    .map((name) => (name === 'tmp' ? join(home, name) : join(home, name, 'brain')))
    .filter((folder) => isFolder(machine.disk, folder))
}

function isSession(path: string): boolean {
  return PLACE.test(path) || SESSION.test(basename(path)) || ANTIGRAVITY.test(path)
}

function unitOf({ path, bytes, mtimeMs }: FoundFile): ImportUnit {
  return { tool: 'gemini-cli', path, key: path, bytes, mtimeMs }
}

function placeOf({ disk }: ImportMachine, path: string): GeminiPlace {
  const stem = basename(path).replace(/\.jsonl?$/, '')
  const folder = dirname(path)
  const isMain = SESSION.test(basename(path))
  const chats = isMain ? folder : dirname(folder)
  return {
    id: isMain ? (/-([0-9a-f]{8,})$/i.exec(stem)?.[1] ?? stem) : stem,
    parent: isMain ? undefined : basename(folder),
    cwd: basename(chats) === 'chats' ? projectFolder(disk, dirname(chats)) : undefined,
  }
}

/** Its place says it, or what stands in its beginning: others call their files so too. */
function isOurs({ disk }: ImportMachine, path: string): boolean {
  if (PLACE.test(path) || ANTIGRAVITY.test(path)) return true
  const head = jsonHead(disk, path)
  return head.includes('"sessionId"') && head.includes('"projectHash"')
}
