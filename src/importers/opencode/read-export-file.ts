import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { jsonMembers } from '../shared/json-members.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { isRunning, modelOf, revertOf, storedMessages } from './first-generation.ts'
import { isKnownPart, type Part } from './part-messages.ts'
import { sessionFacts, storedInfo } from './session-facts.ts'

const WANTED = [{ key: 'messages', isEntry: (value: unknown) => isMessage(value) }]

/** Reads a session from a file of `opencode export`: what it says of itself, and its messages with their parts. */
export function* readExportFile(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const isFresh = machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
  const about: Fields = aboutIn(jsonMembers(disk, fd, { wanted: WANTED, signal }))
  const id = textOf(about['id'])
  const revert = revertOf(about['revert'])
  const batches = messageBatches()
  const unknown = skipCount()
  let model: string | undefined
  let [isEmpty, isOpen] = [true, false]
  for (const { key, value, offset, problem, cutBytes } of jsonMembers(disk, fd, { wanted: WANTED, signal })) {
    if (problem !== undefined) {
      isOpen ||= isFresh && problem === 'unfinished'
      yield { kind: 'skipped', path, offset, reason: problem }
      continue
    }
    if (cutBytes > 0) yield { kind: 'skipped', path, offset, reason: 'cut', detail: `${cutBytes} bytes` }
    if (key !== 'messages' || id === undefined || isOpen) continue
    const message = isMessage(value) ? value : undefined
    if (message === undefined) {
      unknown.add(value, offset)
      continue
    }
    const info = fieldsOf(message['info'])
    if (isFresh && isRunning(info)) {
      isOpen = true
      continue
    }
    const { role } = info
    if (role === 'assistant') model = modelOf(info) ?? model
    else if (role !== 'user') unknown.add(role, offset)
    const parts = listOf(message['parts'])
      .filter(isFields)
      .map((fields, i): Part => ({ id: textOf(fields['id']) ?? `${i}`.padStart(6, '0'), fields }))
    for (const part of parts) if (!isKnownPart(part)) unknown.add(part.fields['type'], offset)
    for (const given of storedMessages({ id: textOf(info['id']) ?? '', info, parts }, revert)) {
      isEmpty = false
      yield* batches.add(id, given)
    }
  }
  yield* batches.flush()
  yield* unknown.events(path)
  if (id !== undefined && !isEmpty) yield { kind: 'facts', facts: sessionFacts(storedInfo(id, about), model) }
  else if (!isOpen) yield { kind: 'skipped', path, reason: 'empty' }
  yield cursorEvent(wholeCursor(disk, fd), isOpen)
}

function aboutIn(members: ReturnType<typeof jsonMembers>): Fields {
  for (const { key, value } of members) if (key === 'info') return fieldsOf(value)
  return {}
}

function isMessage(value: unknown): value is Fields {
  return isFields(value) && textOf(fieldsOf(value['info'])['id']) !== undefined
}
