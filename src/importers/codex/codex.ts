import { basename, dirname, join } from 'node:path'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { isFolder } from '../shared/is-folder.ts'
import { type FoundFile, listFiles, statThrough } from '../shared/list-files.ts'
import { readingFile } from '../shared/reading-file.ts'
import { uuidIn } from '../shared/uuid-in.ts'
import { readRollout, type RolloutPlace } from './read-rollout.ts'
import { stateTitles } from './state-titles.ts'
import { threadNames } from './thread-names.ts'

const ROLLOUT = /^rollout-\d{4}-\d\d-\d\d[\w.-]*?\.(jsonl|jsonl\.zst|json)$/
/** A backup, a home, its sessions, year, month, day. */
const DEPTH = 6

/** What a home holds beside its rollouts, read once for a machine. */
interface HomeIndex {
  readonly files: ReadonlyMap<string, readonly string[]>
  readonly names: ReadonlyMap<string, string>
  /** Of the database beside them: asked only for a thread that has no other name. */
  titles?: Promise<ReadonlyMap<string, string>>
}

const indexes = new WeakMap<ImportMachine, Map<string, HomeIndex>>()

/** Codex: a rollout file for each thread, also packed, in folders by day and in the archive. */
export const codex: Importer = {
  tool: 'codex',
  label: 'Codex',
  capabilities: { incremental: true, resumes: true },
  roots(machine) {
    const home = machine.environment['CODEX_HOME'] || join(machine.folder, '.codex')
    return isHome(machine, home) ? [home] : []
  },
  claims(machine, path) {
    const kind = statThrough(machine.disk, path)?.stat.kind
    if (kind === 'file') return ROLLOUT.test(basename(path))
    return kind === 'folder' && unitsBelow(machine, path).next().done !== true
  },
  units: unitsBelow,
  read: (machine, unit, options) =>
    readingFile(machine, unit.path, (fd) => readRollout(machine, fd, unit, placeOf(machine, unit), options)),
}

function isHome({ disk }: ImportMachine, folder: string): boolean {
  return ['sessions', 'archived_sessions'].some((name) => isFolder(disk, join(folder, name)))
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  if (found.stat.kind === 'file') {
    const { size: bytes, mtimeMs } = found.stat
    if (ROLLOUT.test(basename(root))) yield unitOf({ path: found.path, name: basename(root), bytes, mtimeMs })
    return
  }
  const best = new Map<string, ImportUnit>()
  for (const file of rolloutsBelow(machine, found.path)) {
    const unit = unitOf(file)
    const known = best.get(unit.key)
    // A packed file stays behind when its thread goes on in a plain one.
    if (known === undefined || known.path.endsWith('.zst')) best.set(unit.key, unit)
  }
  yield* best.values()
}

function* rolloutsBelow(machine: ImportMachine, folder: string): Generator<FoundFile, void, undefined> {
  const wants = (name: string): boolean => ROLLOUT.test(basename(name))
  const folders = isHome(machine, folder)
    ? [join(folder, 'sessions'), join(folder, 'archived_sessions')]
    : [folder]
  for (const each of folders) yield* listFiles(machine.disk, each, { depth: DEPTH, wants })
}

function unitOf({ path, bytes, mtimeMs }: FoundFile): ImportUnit {
  const id = uuidIn(basename(path))
  const key = basename(path).replace(/\.(jsonl|jsonl\.zst|json)$/, '')
  return { tool: 'codex', path, key, bytes, mtimeMs, ...(id === undefined ? {} : { id }) }
}

function placeOf(machine: ImportMachine, { path, key, id = key }: ImportUnit): RolloutPlace {
  const home = homeOf(path)
  if (home === undefined)
    return { id, name: undefined, title: () => Promise.resolve(undefined), filesOf: () => [] }
  const index = indexOf(machine, home)
  const title = async (): Promise<string | undefined> => {
    index.titles ??= stateTitles(machine, home)
    return (await index.titles).get(id)
  }
  return { id, name: index.names.get(id), title, filesOf: (thread) => index.files.get(thread) ?? [] }
}

/** The folder that holds the folders of rollouts; undefined for a file that lies somewhere else. */
function homeOf(path: string): string | undefined {
  for (let at = dirname(path); dirname(at) !== at; at = dirname(at))
    if (basename(at) === 'sessions' || basename(at) === 'archived_sessions') return dirname(at)
  return undefined
}

function indexOf(machine: ImportMachine, home: string): HomeIndex {
  const known = indexes.get(machine) ?? new Map<string, HomeIndex>()
  indexes.set(machine, known)
  const found = known.get(home)
  if (found !== undefined) return found
  const files = new Map<string, string[]>()
  for (const { id, path, key } of unitsBelow(machine, home)) {
    const list = files.get(id ?? key) ?? []
    list.push(path)
    files.set(id ?? key, list)
  }
  const index: HomeIndex = { files, names: threadNames(machine, home) }
  known.set(home, index)
  return index
}
