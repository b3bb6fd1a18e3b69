import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { fieldsOf, isFields } from '../shared/fields.ts'
import { jsonMembers } from '../shared/json-members.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { cursorEvent, wholeCursor } from '../shared/whole-cursor.ts'
import { GeminiFacts, type GeminiPlace } from './gemini-facts.ts'
import { geminiMessages, isGeminiType } from './gemini-messages.ts'

const WANTED = [{ key: 'messages', isEntry: (value: unknown) => isGeminiType(fieldsOf(value)['type']) }]

/** Reads a session that is kept in one JSON object. */
export function* readGeminiFile(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  place: GeminiPlace,
  { signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  const isFresh = machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
  const facts = new GeminiFacts(place)
  // The id may stand behind the messages.
  for (const { key, value } of jsonMembers(disk, fd, { wanted: WANTED, signal }))
    if (key !== undefined && key !== 'messages') facts.header({ [key]: value })
  const batches = messageBatches()
  const unknown = skipCount()
  const answered = new Set<string>()
  let isEmpty = true
  let isOpen = false
  for (const { key, value, offset, problem, cutBytes } of jsonMembers(disk, fd, { wanted: WANTED, signal })) {
    if (problem !== undefined) {
      isOpen ||= problem === 'unfinished' && isFresh
      yield { kind: 'skipped', path, offset, reason: problem }
      continue
    }
    if (cutBytes > 0)
      yield { kind: 'skipped', path, offset, reason: 'cut', detail: `${cutBytes} bytes of a message` }
    if (key !== 'messages') continue
    if (!isFields(value)) {
      yield { kind: 'skipped', path, offset, reason: 'damaged' }
      continue
    }
    if (!isGeminiType(value['type'])) {
      unknown.add(value['type'], offset)
      continue
    }
    for (const message of geminiMessages(value, { branch: 'active', answered })) {
      isEmpty = false
      facts.said(value, message)
      yield* batches.add(facts.id, message)
    }
  }
  yield* batches.flush()
  yield* unknown.events(path)
  if (isEmpty) yield { kind: 'skipped', path, reason: 'empty' }
  else yield { kind: 'facts', facts: facts.facts() }
  yield cursorEvent(wholeCursor(disk, fd), isOpen)
}
