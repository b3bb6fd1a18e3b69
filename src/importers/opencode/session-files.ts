import { basename, dirname, join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import type { ImportMachine, ImportUnit } from '../importer.ts'
import { listFiles, statThrough } from '../shared/list-files.ts'

/** Where the files of one session lie. */
export interface SessionFiles {
  readonly id: string
  /** What it says of itself. */
  readonly session: string
  /** The folder with its messages. */
  readonly messages: string
  /** The folder with the parts of a message. */
  readonly partsOf: (message: string) => string
  /** The folder `storage` that holds all of them. */
  readonly storage: string
}

const JSON_FILE = /^[^.].*\.json$/
/** Folders of the oldest layout, which stand among those of projects in the later one. */
const OLD = { info: 'info', message: 'message', part: 'part' } as const

/** The files that belong to the file of a session; undefined when it lies in no such tree. */
export function filesOfSession(session: string): SessionFiles | undefined {
  const id = basename(session, '.json')
  const [project, kind] = [dirname(session), dirname(dirname(session))]
  const storage = dirname(kind)
  if (!JSON_FILE.test(basename(session)) || basename(kind) !== 'session') return undefined
  if (basename(project) === OLD.message || basename(project) === OLD.part) return undefined
  if (basename(project) !== OLD.info)
    return {
      id,
      session,
      messages: join(storage, 'message', id),
      partsOf: (message) => join(storage, 'part', message),
      storage,
    }
  return {
    id,
    session,
    messages: join(kind, OLD.message, id),
    partsOf: (message) => join(kind, OLD.part, id, message),
    storage,
  }
}

/** The sessions below a folder `storage`, as units. */
export function* sessionUnits(
  machine: ImportMachine,
  tool: string,
  storage: string,
): Generator<ImportUnit, void, undefined> {
  const wants = (name: string): boolean => JSON_FILE.test(basename(name)) && name.split('/').length === 2
  const enters = (name: string): boolean => !name.includes('/') && name !== OLD.message && name !== OLD.part
  for (const { path } of listFiles(machine.disk, join(storage, 'session'), { depth: 1, wants, enters })) {
    const unit = sessionUnit(machine, tool, path)
    if (unit !== undefined) yield unit
  }
}

/** A session as a unit: all of its files count. Undefined when the file is none of a session. */
export function sessionUnit(machine: ImportMachine, tool: string, path: string): ImportUnit | undefined {
  const files = filesOfSession(path)
  const found = statThrough(machine.disk, path)
  if (files === undefined || found?.stat.kind !== 'file') return undefined
  let bytes = found.stat.size
  let mtimeMs = found.stat.mtimeMs
  const depth = 0
  const wants = (name: string): boolean => JSON_FILE.test(name)
  for (const message of listFiles(machine.disk, files.messages, { depth, wants })) {
    const parts = listFiles(machine.disk, files.partsOf(basename(message.name, '.json')), { depth, wants })
    for (const file of [message, ...parts]) {
      bytes += file.bytes
      mtimeMs = Math.max(mtimeMs, file.mtimeMs)
    }
  }
  return { tool, path, key: path, bytes, mtimeMs, id: files.id }
}

/** The names of the JSON files of a folder, without their end; they sort by time. */
export function jsonNames(disk: Disk, folder: string): readonly string[] {
  return disk
    .list(folder)
    .filter((name) => JSON_FILE.test(name))
    .map((name) => basename(name, '.json'))
}
