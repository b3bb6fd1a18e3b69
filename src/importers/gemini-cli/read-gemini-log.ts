import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { type Fields, fieldsOf, textOf } from '../shared/fields.ts'
import { type JsonLine, jsonLines } from '../shared/json-lines.ts'
import { jsonInRange } from '../shared/json-value.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { cursorEvent, wholeCursor } from '../shared/whole-cursor.ts'
import { GeminiFacts, type GeminiPlace } from './gemini-facts.ts'
import { geminiMessages, isGeminiType } from './gemini-messages.ts'
import { type LoggedMessage, type MessagePlace, recordAt, ReplayedLog } from './replayed-log.ts'

/** Reads the log of a session: once for what its lines come to, once for what they say. */
export function* readGeminiLog(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  place: GeminiPlace,
  { signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  const isFresh = machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
  const log = new ReplayedLog()
  const facts = new GeminiFacts(place)
  const unknown = skipCount()
  let isOpen = false
  for (const line of jsonLines(disk, fd, { now: machine.now(), signal })) {
    const { fields, problem, offset, cutBytes } = line
    if (fields === undefined) {
      // A torn end that stays so is no reason to read it again.
      isOpen ||= problem === 'unfinished' && isFresh
      yield { kind: 'skipped', path, offset, reason: problem ?? 'damaged' }
      continue
    }
    if (cutBytes > 0)
      yield { kind: 'skipped', path, offset, reason: 'cut', detail: `${cutBytes} bytes of a line` }
    if (!replay(log, facts, fields, line)) unknown.add(kindOf(fields), offset)
  }

  const batches = messageBatches()
  const lines = new LineReader((offset, length) => jsonInRange(disk, fd, offset, length).value)
  const answered = new Set<string>()
  let isEmpty = true
  for (const logged of log.messages) {
    signal?.throwIfAborted()
    const record = recordOf(lines, logged)
    if (record === undefined) {
      yield { kind: 'skipped', path, offset: logged.place.offset, reason: 'damaged' }
      continue
    }
    for (const message of geminiMessages(record, { branch: logged.branch, answered })) {
      isEmpty = false
      facts.said(record, message)
      yield* batches.add(facts.id, message)
    }
  }
  yield* batches.flush()
  yield* unknown.events(path)
  if (isEmpty) yield { kind: 'skipped', path, reason: 'empty' }
  else yield { kind: 'facts', facts: facts.facts() }
  yield cursorEvent(wholeCursor(disk, fd), isOpen)
}

/** @returns false for a line that no known version writes */
function replay(log: ReplayedLog, facts: GeminiFacts, fields: Fields, { offset, end }: JsonLine): boolean {
  const place: MessagePlace = { offset, length: end - offset, nth: undefined }
  const { $set, $rewindTo, type, id, sessionId } = fields
  if ($set !== undefined) {
    const patch = fieldsOf($set)
    facts.header(patch)
    if (Array.isArray(patch['messages'])) log.checkpoint(patch['messages'], place)
    return true
  }
  if ($rewindTo !== undefined) {
    log.rewindTo($rewindTo)
    return true
  }
  if (type !== undefined && (id !== undefined || 'content' in fields)) {
    if (!isGeminiType(type)) return false
    log.message(fields, place)
    return true
  }
  if (textOf(sessionId) === undefined) return false
  facts.header(fields)
  if (Array.isArray(fields['messages'])) log.checkpoint(fields['messages'], place)
  return true
}

function kindOf(fields: Fields): unknown {
  return fields['type'] ?? Object.keys(fields)[0]
}

function recordOf(lines: LineReader, { place, thoughts }: LoggedMessage): Fields | undefined {
  try {
    const record = recordAt(lines.at(place), place)
    if (thoughts === undefined || thoughts === place) return record
    return { ...record, thoughts: recordAt(lines.at(thoughts), thoughts)['thoughts'] }
  } catch (error) {
    // The file was written anew meanwhile.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Lines of checkpoints hold many messages: the last ones read are kept. */
class LineReader {
  readonly #read: (offset: number, length: number) => unknown
  readonly #kept = new Map<number, unknown>()

  constructor(read: (offset: number, length: number) => unknown) {
    this.#read = read
  }

  at({ offset, length, nth }: MessagePlace): unknown {
    if (nth === undefined) return this.#read(offset, length)
    const line = this.#kept.get(offset) ?? this.#read(offset, length)
    this.#kept.delete(offset)
    this.#kept.set(offset, line)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > 3 && oldest !== undefined) this.#kept.delete(oldest)
    return line
  }
}
