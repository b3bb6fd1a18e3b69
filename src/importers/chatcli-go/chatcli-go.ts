import { basename, dirname, join } from 'node:path'
import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import { readText } from '../../disk/read-text.ts'
import { ChatCliError } from '../../errors.ts'
import { parseKeyring } from '../../seal/keyring.ts'
import { isLegacyData, openLegacyData } from '../../seal/legacy-data.ts'
import { errorCode } from '../../disk/error-code.ts'
import type {
  Importer,
  ImportEvent,
  ImportMachine,
  ImportUnit,
  ReadOptions,
  SkipReason,
} from '../importer.ts'
import { isFolder } from '../shared/is-folder.ts'
import { type FoundFile, listFiles, statThrough } from '../shared/list-files.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { readingFile } from '../shared/reading-file.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { readableSession } from './readable-session.ts'
import { sessionMessages } from './session-messages.ts'

const NAME = /^[A-Za-z0-9][\w.-]*\.json$/
/** A longer file cannot be one text. */
const MOST = 400 * 2 ** 20

/** The Go program of the same name, in a home of its own: where both share one, its sessions need no import. */
export const chatcliGo: Importer = {
  tool: 'chatcli-go',
  label: 'ChatCLI (Go)',
  capabilities: { incremental: true, resumes: false, idsByPlace: true },
  roots(machine) {
    const home = join(machine.folder, '.chatcli')
    const own = machine.environment['CHATCLI_HOME'] || home
    const sessions = join(home, 'sessions')
    return own !== home && isFolder(machine.disk, sessions) ? [home] : []
  },
  claims(machine, path) {
    const found = statThrough(machine.disk, path)
    if (found === undefined) return false
    const isIn = basename(dirname(path)) === 'sessions' || basename(path) === 'sessions'
    if (found.stat.kind === 'file') return isIn && NAME.test(basename(path))
    return isIn || isFolder(machine.disk, join(path, 'sessions'))
      ? unitsBelow(machine, path).next().done !== true
      : false
  },
  units: unitsBelow,
  read: (machine, unit, options) =>
    readingFile(machine, unit.path, (fd) => readSession(machine, fd, unit, options)),
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  if (found.stat.kind === 'file') {
    const { size: bytes, mtimeMs } = found.stat
    if (NAME.test(basename(root))) yield unitOf({ path: found.path, name: basename(root), bytes, mtimeMs })
    return
  }
  const inner = join(found.path, 'sessions')
  const folder = isFolder(machine.disk, inner) ? inner : found.path
  const wants = (name: string): boolean => NAME.test(name)
  for (const file of listFiles(machine.disk, folder, { depth: 0, wants, hasOwnNames: true }))
    yield unitOf(file)
}

function unitOf({ path, bytes, mtimeMs }: FoundFile): ImportUnit {
  const id = basename(path).replace(/\.json$/, '')
  return { tool: 'chatcli-go', path, key: path, bytes, mtimeMs, id }
}

function* readSession(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path, id = '' }: ImportUnit,
  { from, signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const { size, mtimeMs } = disk.statOpen(fd)
  const skipped = (reason: SkipReason, detail?: string): ImportEvent => {
    return { kind: 'skipped', path, reason, ...(detail === undefined ? {} : { detail }) }
  }
  if (size === 0 || size > MOST) {
    yield size === 0 ? skipped('empty') : skipped('unreadable', 'it is too long')
    return
  }
  try {
    const bytes = opened(machine, path, readOpenRange(disk, fd, 0, size))
    const { session, problems } = readableSession(new TextDecoder().decode(bytes), basename(path))
    const { chat_history, title } = session
    for (const problem of problems) yield skipped('unknown', problem)
    const messages = sessionMessages(chat_history)
    if (messages.length === 0) yield skipped('empty')
    else {
      const batches = messageBatches()
      for (const message of messages) yield* batches.add(id, message)
      yield* batches.flush()
      const startedAt = timeInName(id) ?? Math.round(mtimeMs)
      const named = title === undefined || title === '' ? {} : { title: wellFormed(title) }
      yield { kind: 'facts', facts: { id, ...named, startedAt, updatedAt: Math.round(mtimeMs) } }
    }
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
    if (error.code === 'key') {
      yield skipped('encrypted', 'no key opens it')
      return
    }
    yield skipped('damaged', error.message)
  }
  yield { kind: 'cursor', cursor: wholeCursor(disk, fd) }
}

/** @throws ChatCliError `key` */
function opened(machine: ImportMachine, path: string, bytes: Uint8Array): Uint8Array {
  if (!isLegacyData(bytes)) return bytes
  const { CHATCLI_ENCRYPTION_KEY: key, CHATCLI_ENCRYPTION_KEY_PREVIOUS: others = '' } = machine.environment
  const kept = keptKey(machine.disk, join(dirname(dirname(path)), '.auth-key'))
  const previous = [key ?? '', ...others.split(','), kept].filter((secret) => secret !== '')
  return openLegacyData(parseKeyring({ previous }), bytes, path)
}

/** The key the Go program keeps in its home when it was given none. */
function keptKey(disk: Disk, path: string): string {
  try {
    return readText(disk, path).trim()
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return ''
  }
}

/** When an autosave was made, from its name: on the clock of this machine. */
function timeInName(name: string): number | undefined {
  const stamp = /^autosave-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)/.exec(name)?.slice(1).map(Number)
  if (stamp === undefined) return undefined
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = stamp
  return new Date(year, month - 1, day, hour, minute, second).getTime()
}
