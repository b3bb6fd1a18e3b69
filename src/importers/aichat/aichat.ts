import { basename, join } from 'node:path'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { fileHead } from '../shared/file-head.ts'
import { isFolder } from '../shared/is-folder.ts'
import { type FoundFile, listFiles, statThrough } from '../shared/list-files.ts'
import { readingFile } from '../shared/reading-file.ts'
import { readChats } from './read-chats.ts'
import { readSession } from './read-session.ts'

const SESSION = /\.ya?ml$/i
const PLACE = /\/(agents\/[^/]+\/)?sessions\/((?:_\/)?[^/]+)$/
const CHATS = 'messages.md'

/** aichat: a YAML file for each session, its own and those of agents, and one file of what was asked without any. */
export const aichat: Importer = {
  tool: 'aichat',
  label: 'aichat',
  capabilities: { incremental: true, resumes: false, idsByPlace: true },
  roots(machine) {
    const { environment } = machine
    const places = [
      configFolder(machine),
      environment['AICHAT_SESSIONS_DIR'],
      environment['AICHAT_MESSAGES_FILE'],
    ]
    return [...new Set(places)].flatMap((place) =>
      place !== undefined && place !== '' && unitsBelow(machine, place).next().done !== true ? [place] : [],
    )
  },
  claims: (machine, path) => unitsBelow(machine, path).next().done !== true,
  units: unitsBelow,
  read: (machine, unit, options) =>
    readingFile(machine, unit.path, (fd) =>
      SESSION.test(unit.path)
        ? readSession(machine, fd, unit, options)
        : readChats(machine, fd, unit, options),
    ),
}

function configFolder({ environment, folder, platform }: ImportMachine): string {
  const { AICHAT_CONFIG_DIR: own, XDG_CONFIG_HOME: config, APPDATA: data } = environment
  if (own) return own
  if (config) return join(config, 'aichat')
  if (platform === 'darwin') return join(folder, 'Library', 'Application Support', 'aichat')
  return platform === 'win32' && data ? join(data, 'aichat') : join(folder, '.config', 'aichat')
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const { disk } = machine
  const found = statThrough(disk, root)
  if (found === undefined) return
  if (found.stat.kind === 'file') {
    const { size: bytes, mtimeMs } = found.stat
    const file = { path: found.path, name: basename(root), bytes, mtimeMs }
    if (isOurs(machine, file.path)) yield unitOf(file)
    return
  }
  // Of its folder of settings only these are looked into: beside them lie keys, in YAML too.
  const isHome = isFolder(disk, join(found.path, 'sessions'))
  const wants = isHome
    ? (name: string) => (/^(agents\/[^/]+\/)?sessions\//.test(name) ? SESSION.test(name) : name === CHATS)
    : (name: string) => SESSION.test(name) || name === CHATS
  const enters = isHome ? (name: string) => /^(sessions|agents)(\/|$)/.test(name) : () => true
  for (const file of listFiles(disk, found.path, { depth: 4, wants, enters, hasOwnNames: isHome }))
    if ((isHome && SESSION.test(file.name)) || isOurs(machine, file.path)) yield unitOf(file)
}

/** Called by its place below the folder of sessions and its agent, from wherever it was found. */
function unitOf({ path, name, bytes, mtimeMs }: FoundFile): ImportUnit {
  const [, agent = '', own = name] = PLACE.exec(path.replaceAll('\\', '/')) ?? []
  const id = `${agent}${own}`.replace(SESSION, '')
  return { tool: 'aichat', path, key: path, bytes, mtimeMs, ...(SESSION.test(path) ? { id } : {}) }
}

function isOurs({ disk }: ImportMachine, path: string): boolean {
  const head = fileHead(disk, path, 65_536).toString('latin1')
  return SESSION.test(path)
    ? /^model: ?\S/m.test(head) && /^(compressed_)?messages:/m.test(head)
    : /^# CHAT: .*\[\d{4}-\d\d-\d\dT/m.test(head)
}
