import { basename } from 'node:path'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { isFields, listOf, textOf } from '../shared/fields.ts'
import { jsonLines } from '../shared/json-lines.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { timeOf } from '../shared/time-of.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { gooseIds, gooseMessages, isKnownKind, isSeen } from './goose-messages.ts'
import { gooseFacts } from './session-facts.ts'

/** Reads a session of the versions before the database: a line about it, then a line for each message. */
export async function* readLines(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
  stored: (session: string) => Promise<boolean>,
): AsyncGenerator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const id = basename(path, '.jsonl')
  if (await stored(id)) {
    yield { kind: 'skipped', path, reason: 'copy' }
    yield { kind: 'cursor', cursor: wholeCursor(disk, fd) }
    return
  }
  const isFresh = machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
  const batches = messageBatches()
  const unknown = skipCount()
  const idOf = gooseIds()
  let about: Parameters<typeof gooseFacts>[0] = { id, titles: [], cwd: undefined }
  let [isEmpty, isOpen] = [true, false]
  const options = { now: machine.now(), signal }
  for (const { fields, problem, offset, cutBytes } of jsonLines(disk, fd, options)) {
    if (fields === undefined) {
      isOpen ||= problem === 'unfinished' && isFresh
      yield { kind: 'skipped', path, offset, reason: problem ?? 'damaged' }
      continue
    }
    if (cutBytes > 0)
      yield { kind: 'skipped', path, offset, reason: 'cut', detail: `${cutBytes} bytes of a line` }
    const role = textOf(fields['role'])
    if (role === undefined) {
      if ('working_dir' in fields || 'description' in fields)
        about = { id, titles: [textOf(fields['description'])], cwd: textOf(fields['working_dir']) }
      else unknown.add(fields['type'], offset)
      continue
    }
    if (!isSeen(fields['metadata'])) continue
    if (role !== 'user' && role !== 'assistant') unknown.add(role, offset)
    const content = listOf(fields['content']).filter(isFields)
    for (const block of content) if (!isKnownKind(block)) unknown.add(block['type'], offset)
    const message = { id: textOf(fields['id']), role, content, at: timeOf(fields['created']) }
    for (const given of gooseMessages(message, idOf(message))) {
      isEmpty = false
      yield* batches.add(id, given)
    }
  }
  yield* batches.flush()
  yield* unknown.events(path)
  if (isEmpty) yield { kind: 'skipped', path, reason: 'empty' }
  else yield { kind: 'facts', facts: gooseFacts(about) }
  yield cursorEvent(wholeCursor(disk, fd), isOpen)
}
