import { basename, dirname, join, sep } from 'node:path'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { claudeFolders } from '../shared/claude-folders.ts'
import { fieldsOf, textOf } from '../shared/fields.ts'
import { fileHead } from '../shared/file-head.ts'
import { isFolder } from '../shared/is-folder.ts'
import { type FoundFile, listFiles, statThrough } from '../shared/list-files.ts'
import { peekJson } from '../shared/peek-json.ts'
import { readingFile } from '../shared/reading-file.ts'
import type { ClaudeConversation } from './claude-facts.ts'
import { readClaudeFile } from './read-claude-file.ts'

/** A project, its sub-agents' folder, and the runs of workflows in it. */
const DEPTH = 6
/** Bytes of a file in which its first message is looked for. */
const GLANCE = 8192
const PLACE = /[/\\]projects[/\\][^/\\]+[/\\](?:.*[/\\])?(?:agent-[\w-]+|[0-9a-f-]{36})\.jsonl$/

/** Claude Code: a JSONL file for each session and each sub-agent. */
export const claudeCode: Importer = {
  tool: 'claude-code',
  label: 'Claude Code',
  capabilities: { incremental: true, resumes: true, copies: true, idsByPlace: true },
  roots(machine) {
    return claudeFolders(machine)
      .map((folder) => join(folder, 'projects'))
      .filter((folder) => isFolder(machine.disk, folder))
  },
  claims(machine, path) {
    const found = statThrough(machine.disk, path)
    if (found === undefined) return false
    if (found.stat.kind === 'file') return isSessionFile(path) && isClaudeFile(machine, found.path)
    const first = unitsBelow(machine, path).next()
    return first.done !== true && isClaudeFile(machine, first.value.path)
  },
  units: unitsBelow,
  head: headOf,
  read: (machine, unit, options) =>
    readingFile(machine, unit.path, (fd) =>
      readClaudeFile(machine, fd, unit, conversationOf(machine, unit.path), options),
    ),
}

/** A copy that a fork made names the message it was made of. */
function headOf({ disk }: ImportMachine, { path }: ImportUnit): string | undefined {
  const lines = fileHead(disk, path, GLANCE).toString().split('\n')
  const line = lines.find((each) => /"uuid"\s*:/.test(each)) ?? ''
  return (/"messageUuid"\s*:\s*"([\w-]+)"/.exec(line) ?? /"uuid"\s*:\s*"([\w-]+)"/.exec(line))?.[1]
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  if (found.stat.kind === 'file') {
    const { size: bytes, mtimeMs } = found.stat
    if (isSessionFile(root) && bytes > 0)
      yield unitOf({ path: found.path, name: basename(root), bytes, mtimeMs })
    return
  }
  const hasProjects = isFolder(machine.disk, join(root, 'projects'))
  const files = listFiles(machine.disk, hasProjects ? join(root, 'projects') : found.path, {
    depth: DEPTH,
    wants: (name) => isSessionFile(name),
    enters: (name) => !name.endsWith('/tool-results'),
  })
  for (const file of files) {
    if (!isSessionFile(file.path)) yield unitOf(file)
    // Below a folder that is not the tool's there may be the lines of any other.
    else if (file.bytes > 0 && (hasProjects || isClaudeFile(machine, file.path))) yield unitOf(file)
  }
}

function isSessionFile(name: string): boolean {
  return name.endsWith('.jsonl') && !/\.orphaned-[^/\\]*$/.test(name) && basename(name) !== 'history.jsonl'
}

function unitOf({ path, bytes, mtimeMs }: FoundFile): ImportUnit {
  return { tool: 'claude-code', path, key: path, bytes, mtimeMs, id: idOf(path) }
}

/** The session is called like its file: the records of a resumed one may name another. */
function idOf(path: string): string {
  return basename(path)
    .replace(/\.jsonl$/, '')
    .replace(/^agent-/, '')
}

function conversationOf(machine: ImportMachine, path: string): ClaudeConversation {
  const id = idOf(path)
  if (!basename(path).startsWith('agent-')) return { id }
  const [meta] = peekJson(machine.disk, path.replace(/\.jsonl$/, '.meta.json'))
  const { parentAgentId, description } = fieldsOf(meta)
  const title = textOf(description)
  return {
    id,
    parent: textOf(parentAgentId) ?? sessionOf(machine, path),
    ...(title === undefined ? {} : { title }),
  }
}

/** The session a sub-agent's file belongs to: by its folder, in older versions by its lines. */
function sessionOf(machine: ImportMachine, path: string): string {
  const parts = dirname(path).split(sep)
  const at = parts.lastIndexOf('subagents')
  if (at > 0) return parts[at - 1] ?? ''
  return (
    peekJson(machine.disk, path)
      .map((line) => textOf(line['sessionId']))
      .find((id) => id !== undefined) ?? ''
  )
}

/** Its place says it, or the lines that stand whole in its beginning. */
function isClaudeFile({ disk }: ImportMachine, path: string): boolean {
  if (PLACE.test(path)) return true
  return peekJson(disk, path).some(
    (line) =>
      ('sessionId' in line && typeof line['type'] === 'string') ||
      ('uuid' in line && 'parentUuid' in line) ||
      'leafUuid' in line,
  )
}
