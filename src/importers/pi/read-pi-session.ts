import { basename } from 'node:path'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportEvent, ImportFacts, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { type Fields, fieldsOf, textOf } from '../shared/fields.ts'
import { jsonLines } from '../shared/json-lines.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { skipCount } from '../shared/skip-count.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { uuidIn } from '../shared/uuid-in.ts'
import { entryMessages } from './entry-messages.ts'

const TYPES = new Set(
  `session message model_change thinking_level_change compaction branch_summary custom custom_message label
  session_info leaf`.split(/\s+/),
)

/** Reads a session of pi: once for the tree of its entries, once for what they say. */
export function* readPiSession(
  machine: ImportMachine,
  fd: FileDescriptor,
  unit: ImportUnit,
  { from, signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  const { path } = unit
  if (isUnchanged(disk, fd, from)) return
  const isFresh = machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
  const options = { now: machine.now(), signal }
  const active = activeEntries(jsonLines(disk, fd, options))
  const batches = messageBatches()
  const unknown = skipCount()
  const facts: { -readonly [K in keyof ImportFacts]: ImportFacts[K] } = { id: unit.id ?? unit.key }
  let isEmpty = true
  let isOpen = false
  for (const { fields, problem, offset, cutBytes } of jsonLines(disk, fd, options)) {
    if (fields === undefined) {
      // A torn end that stays so is no reason to read it again.
      isOpen ||= problem === 'unfinished' && isFresh
      yield { kind: 'skipped', path, offset, reason: problem ?? 'damaged' }
      continue
    }
    if (cutBytes > 0)
      yield { kind: 'skipped', path, offset, reason: 'cut', detail: `${cutBytes} bytes of a line` }
    if (!TYPES.has(String(fields['type']))) unknown.add(fields['type'], offset)
    addFacts(facts, fields)
    const id = textOf(fields['id'])
    const branch = id === undefined || active.has(id) ? 'active' : 'abandoned'
    for (const message of entryMessages(fields)) {
      isEmpty = false
      if (message.at !== undefined && message.at > (facts.updatedAt ?? 0)) facts.updatedAt = message.at
      yield* batches.add(facts.id, { ...message, branch })
    }
  }
  yield* batches.flush()
  yield* unknown.events(path)
  if (isEmpty) yield { kind: 'skipped', path, reason: 'empty' }
  else yield { kind: 'facts', facts }
  yield cursorEvent(wholeCursor(disk, fd), isOpen)
}

/** The entries from the last one up to the first: all others were left behind. */
function activeEntries(lines: Iterable<{ readonly fields: Fields | undefined }>): ReadonlySet<string> {
  const parents = new Map<string, string | undefined>()
  let leaf: string | undefined
  for (const { fields } of lines) {
    const id = fields?.['type'] === 'session' ? undefined : textOf(fields?.['id'])
    if (fields === undefined || id === undefined) continue
    // Where a parent is missing, the entry before it is taken for it.
    const parent = textOf(fields['parentId'])
    parents.set(
      id,
      fields['parentId'] === null || (parent !== undefined && parents.has(parent)) ? parent : leaf,
    )
    leaf = id
  }
  const active = new Set<string>()
  for (let at = leaf; at !== undefined && !active.has(at); at = parents.get(at)) active.add(at)
  return active
}

function addFacts(facts: { -readonly [K in keyof ImportFacts]: ImportFacts[K] }, entry: Fields): void {
  switch (entry['type']) {
    case 'session': {
      const [id, cwd, parent] = [textOf(entry['id']), textOf(entry['cwd']), textOf(entry['parentSession'])]
      const startedAt = timeOf(entry['timestamp'])
      if (id !== undefined) facts.id = id
      if (cwd !== undefined) facts.cwd = cwd
      if (startedAt !== undefined) facts.startedAt = startedAt
      if (parent === undefined) return
      facts.parent = uuidIn(basename(parent.replaceAll('\\', '/'))) ?? parent
      facts.kind = 'fork'
      return
    }
    case 'session_info': {
      const name = textOf(entry['name'])
      if (name !== undefined) facts.title = wellFormed(name)
      return
    }
    case 'model_change':
      setModel(facts, entry['modelId'])
      return
    case 'message': {
      const { role, model } = fieldsOf(entry['message'])
      if (role === 'assistant') setModel(facts, model)
    }
  }
}

function setModel(facts: { model?: string }, given: unknown): void {
  const model = textOf(given)
  if (model !== undefined) facts.model = model
}
