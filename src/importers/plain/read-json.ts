import type { FileDescriptor } from '../../disk/disk.ts'
import { sha256 } from '../../conversation/message-hash.ts'
import type { ImportedMessage, ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { type Fields, fieldsOf, textOf } from '../shared/fields.ts'
import { fileChunks } from '../shared/file-chunks.ts'
import { jsonElements } from '../shared/json-elements.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { isTurn, turnMessages, turnsIn } from './turn-messages.ts'

const IDS = ['conversation_id', 'conversationId', 'session_id', 'sessionId', 'thread_id', 'uuid', 'id']
/** A shorter id is one of its file only. */
const OWN_ID = 16

/**
 * Reads conversations of no particular tool: a list of messages, an object that has them, a list of such objects, or
 * any of these line by line. Several conversations without ids in one file are told apart by what they say, a single
 * one by its file.
 */
export async function* readJson(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
): AsyncGenerator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const { size } = disk.statOpen(fd)
  const batches = messageBatches()
  const unknown = skipCount()
  /** A conversation without an id that may turn out to be the only one. */
  let held: { readonly value: Fields; readonly messages: readonly ImportedMessage[] } | undefined
  let [conversations, single, isOpen] = [0, 0, false]
  const write = function* (id: string, value: Fields, messages: readonly ImportedMessage[]) {
    yield { kind: 'facts', facts: factsOf(id, value) } as const
    for (const message of messages) yield* batches.add(id, message)
    yield* batches.flush()
  }
  const release = function* () {
    if (held === undefined) return
    const said = held.messages.map(({ message: { role, content } }) => [role, content])
    const id = conversations === 1 && single === 0 ? path : sha256(JSON.stringify(said)).slice(0, 32)
    yield* write(id, held.value, held.messages)
    held = undefined
  }
  const options = {
    isEntry: (value: unknown) => isTurn(value) || turnsIn(value) !== undefined,
    signal,
  }
  for await (const { value, problem, offset, cutBytes } of jsonElements(
    fileChunks(disk, fd, size),
    options,
  )) {
    if (problem !== undefined) {
      isOpen ||= problem === 'unfinished'
      yield { kind: 'skipped', path, offset, reason: problem }
      continue
    }
    if (cutBytes > 0) yield { kind: 'skipped', path, offset, reason: 'cut', detail: `${cutBytes} bytes` }
    const note = (kind: unknown): void => unknown.add(kind, offset)
    if (isTurn(value)) {
      if (single++ === 0) yield { kind: 'facts', facts: { id: path } }
      for (const message of turnMessages([value], note)) yield* batches.add(path, message)
      continue
    }
    const turns = turnsIn(value)
    const messages = turns === undefined ? [] : turnMessages(turns, note)
    if (turns === undefined) note(typeof value === 'object' ? 'an entry that is no conversation' : value)
    else if (messages.length === 0) yield { kind: 'skipped', path, offset, reason: 'empty' }
    if (messages.length === 0) continue
    conversations++
    yield* release()
    const id = idIn(fieldsOf(value), path)
    if (id === undefined) held = { value: fieldsOf(value), messages }
    else yield* write(id, fieldsOf(value), messages)
  }
  yield* release()
  yield* batches.flush()
  yield* unknown.events(path)
  if (conversations + single === 0) yield { kind: 'skipped', path, reason: 'empty' }
  const isFresh = machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
  yield cursorEvent(wholeCursor(disk, fd), isOpen && isFresh)
}

function idIn(value: Fields, path: string): string | undefined {
  const id = IDS.map((key) => value[key])
    .map((each) => (typeof each === 'number' ? String(each) : textOf(each)))
    .find((each) => each !== undefined)
  return id === undefined || id.length >= OWN_ID ? id : `${path}#${id}`
}

function factsOf(id: string, value: Fields) {
  return knownFacts({
    id,
    title: wellFormed(textOf(value['title']) ?? textOf(value['name']) ?? ''),
    model: textOf(value['model']),
    cwd: textOf(value['cwd']),
    startedAt: timeOf(
      value['created_at'] ?? value['createdAt'] ?? value['create_time'] ?? value['timestamp'],
    ),
    updatedAt: timeOf(value['updated_at'] ?? value['updatedAt'] ?? value['update_time']),
  })
}
