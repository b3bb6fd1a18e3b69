import { basename, dirname, join } from 'node:path'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { CappedJson } from '../shared/capped-json.ts'
import type {
  Importer,
  ImportEvent,
  ImportMachine,
  ImportUnit,
  ReadOptions,
  SkipReason,
} from '../importer.ts'
import { fieldsOf, isFields } from '../shared/fields.ts'
import { jsonHead } from '../shared/json-head.ts'
import { jsonInRange } from '../shared/json-value.ts'
import { isFolder } from '../shared/is-folder.ts'
import { type FoundFile, listFiles, statThrough } from '../shared/list-files.ts'
import { wholeConversation } from '../shared/message-batches.ts'
import { readingFile } from '../shared/reading-file.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { readSession } from './read-session.ts'

const INDEX = 'sessions.json'

/** Continue, the extension and its command line: a JSON file for each session, written anew as it grows. */
export const continueDev: Importer = {
  tool: 'continue',
  label: 'Continue',
  capabilities: { incremental: true, resumes: false },
  roots(machine) {
    const home = machine.environment['CONTINUE_GLOBAL_DIR'] || join(machine.folder, '.continue')
    const sessions = join(home, 'sessions')
    return isFolder(machine.disk, sessions) ? [sessions] : []
  },
  claims(machine, path) {
    for (const unit of unitsBelow(machine, path)) if (isSession(machine, unit.path)) return true
    return false
  },
  units: unitsBelow,
  read: (machine, unit, options) =>
    readingFile(machine, unit.path, (fd) => readFile(machine, fd, unit, options)),
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  if (found.stat.kind === 'file') {
    const { size: bytes, mtimeMs } = found.stat
    if (isSession(machine, found.path))
      yield unitOf({ path: found.path, name: basename(root), bytes, mtimeMs })
    return
  }
  const inner = join(found.path, 'sessions')
  const folder = isFolder(machine.disk, inner) ? inner : found.path
  const wants = (name: string): boolean => /\.json$/i.test(name) && name !== INDEX
  for (const file of listFiles(machine.disk, folder, { depth: 0, wants })) yield unitOf(file)
}

function unitOf({ path, bytes, mtimeMs }: FoundFile): ImportUnit {
  const id = basename(path).replace(/\.json$/i, '')
  return { tool: 'continue', path, key: path, bytes, mtimeMs, id }
}

function isSession({ disk }: ImportMachine, path: string): boolean {
  const head = jsonHead(disk, path)
  return /"(history|sessionId)"\s*:/.test(head) && /"(sessionId|workspaceDirectory)"\s*:/.test(head)
}

function* readFile(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path, id = '' }: ImportUnit,
  { from, signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const { size, mtimeMs } = disk.statOpen(fd)
  const isFresh = machine.now() - mtimeMs < STILL_WRITTEN
  const skipped = (reason: SkipReason, detail?: string): ImportEvent => {
    return { kind: 'skipped', path, reason, ...(detail === undefined ? {} : { detail }) }
  }
  let read: CappedJson | undefined
  try {
    read = size === 0 ? undefined : jsonInRange(disk, fd, 0, size)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
  }
  let isOpen = false
  if (!isFields(read?.value) || !Array.isArray(read.value['history'])) {
    // It is written in place: what cannot be read now may be whole in a moment.
    isOpen = isFresh
    yield skipped(size === 0 ? 'empty' : isFresh ? 'unfinished' : 'damaged')
  } else {
    if (read.cutBytes > 0) yield skipped('cut', `${read.cutBytes} bytes of the session`)
    const unknown = skipCount()
    const place = { id, index: join(dirname(path), INDEX) }
    const { facts, messages } = readSession(disk, fieldsOf(read.value), place, (kind) => unknown.add(kind, 0))
    if (messages.length === 0) yield skipped('empty')
    else yield* wholeConversation(facts, messages)
    yield* unknown.events(path)
  }
  yield cursorEvent(wholeCursor(disk, fd), isOpen)
}
