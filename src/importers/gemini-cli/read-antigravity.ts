import { basename, dirname } from 'node:path'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { jsonLines } from '../shared/json-lines.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { namedByWords } from '../shared/named-by-words.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { cursorEvent, wholeCursor } from '../shared/whole-cursor.ts'
import { antigravityMessages, isAntigravityLine } from './antigravity-messages.ts'

/** Below a folder that is called after its conversation. */
export const ANTIGRAVITY: RegExp = /[/\\]([^/\\]+)[/\\]\.system_generated[/\\]logs[/\\]transcript\.jsonl$/

/** Reads a transcript of Antigravity, the program that comes after Gemini CLI. */
export function* readAntigravity(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  const id = ANTIGRAVITY.exec(path)?.[1] ?? basename(dirname(path))
  const isFresh = machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
  const batches = messageBatches()
  const unknown = skipCount()
  const named = namedByWords()
  let [isEmpty, isOpen] = [true, false]
  for (const line of jsonLines(disk, fd, { now: machine.now(), signal })) {
    const { fields, problem, offset, cutBytes } = line
    if (fields === undefined) {
      isOpen ||= problem === 'unfinished' && isFresh
      yield { kind: 'skipped', path, offset, reason: problem ?? 'damaged' }
      continue
    }
    if (cutBytes > 0)
      yield { kind: 'skipped', path, offset, reason: 'cut', detail: `${cutBytes} bytes of a line` }
    if (!isAntigravityLine(fields)) unknown.add(fields['source'], offset)
    for (const message of antigravityMessages(fields)) {
      isEmpty = false
      yield* batches.add(id, named(message))
    }
  }
  yield* batches.flush()
  yield* unknown.events(path)
  if (isEmpty) yield { kind: 'skipped', path, reason: 'empty' }
  else yield { kind: 'facts', facts: { id } }
  yield cursorEvent(wholeCursor(disk, fd), isOpen)
}
