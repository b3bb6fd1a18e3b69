import { basename, join } from 'node:path'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { isFolder } from '../shared/is-folder.ts'
import { type FoundFile, listFiles, statThrough } from '../shared/list-files.ts'
import { peekJson } from '../shared/peek-json.ts'
import { readingFile } from '../shared/reading-file.ts'
import { uuidIn } from '../shared/uuid-in.ts'
import { readPiSession } from './read-pi-session.ts'

const DEPTH = 4

/** pi, and what is built on it: a JSONL file for each session, a tree of entries. */
export const pi: Importer = {
  tool: 'pi',
  label: 'pi',
  capabilities: { incremental: true, resumes: true, copies: true },
  roots(machine) {
    const { environment, folder } = machine
    const agent = environment['PI_CODING_AGENT_DIR'] || join(folder, '.pi', 'agent')
    const places = [
      environment['PI_CODING_AGENT_SESSION_DIR'] || join(agent, 'sessions'),
      join(folder, '.openclaw', 'agents'),
    ]
    return places.filter((place) => isFolder(machine.disk, place))
  },
  claims(machine, path) {
    const found = statThrough(machine.disk, path)
    if (found === undefined) return false
    if (found.stat.kind === 'file') return isSessionFile(path) && isPiFile(machine, found.path)
    const first = unitsBelow(machine, path).next()
    return first.done !== true && isPiFile(machine, first.value.path)
  },
  units: unitsBelow,
  read: (machine, unit, options) =>
    readingFile(machine, unit.path, (fd) => readPiSession(machine, fd, unit, options)),
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  if (found.stat.kind === 'file') {
    const { size: bytes, mtimeMs } = found.stat
    if (isSessionFile(root)) yield unitOf({ path: found.path, name: basename(root), bytes, mtimeMs })
    return
  }
  for (const file of listFiles(machine.disk, found.path, { depth: DEPTH, wants: isSessionFile }))
    if (file.bytes > 0 || !isSessionFile(file.path)) yield unitOf(file)
}

function isSessionFile(name: string): boolean {
  return name.endsWith('.jsonl') && !basename(name).includes('.checkpoint.')
}

function unitOf({ path, bytes, mtimeMs }: FoundFile): ImportUnit {
  const id = uuidIn(basename(path))
  return { tool: 'pi', path, key: path, bytes, mtimeMs, ...(id === undefined ? {} : { id }) }
}

/** The header of a session, wherever a damaged line stands in front of it. */
function isPiFile({ disk }: ImportMachine, path: string): boolean {
  return peekJson(disk, path).some((line) => line['type'] === 'session' && 'cwd' in line)
}
