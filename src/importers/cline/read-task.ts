import { basename, dirname, join } from 'node:path'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportedMessage, ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { type Fields, isFields, textOf } from '../shared/fields.ts'
import { jsonMembers } from '../shared/json-members.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { readingFile } from '../shared/reading-file.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { apiMessages, isSent } from './api-messages.ts'
import { addUiFacts, folderIn, taskFacts } from './task-facts.ts'
import { isShown, uiMessages } from './ui-messages.ts'

const SENT = 'api_conversation_history.json'

/**
 * Reads a task: what it showed, which is best for people, or when nothing of that is left, what was sent to the model.
 */
export async function* readTask(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
): AsyncGenerator<ImportEvent, void, undefined> {
  const { disk } = machine
  const folder = dirname(path)
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from) && from?.['beside'] === besideOf(machine, folder)) return
  const facts = taskFacts(machine, folder)
  const state = { isEmpty: true, isOpen: false }
  const isFreshFile = (file: FileDescriptor): boolean =>
    machine.now() - disk.statOpen(file).mtimeMs < STILL_WRITTEN
  const readFrom = function* (file: FileDescriptor, name: string): Generator<ImportEvent, void, undefined> {
    const ui = uiMessages()
    const isOfModel = basename(name) === SENT
    const wanted = [{ key: undefined, isEntry: isOfModel ? isSent : isShown }]
    const read = (entry: Fields): readonly ImportedMessage[] | undefined => {
      if (isOfModel) facts.cwd ??= folderIn(JSON.stringify(entry['content'] ?? ''))
      else addUiFacts(facts, entry)
      return isOfModel ? apiMessages(entry) : ui.read(entry)
    }
    const isFresh = isFreshFile(file)
    if (isFresh && disk.statOpen(file).size === 0) state.isOpen = true
    const batches = messageBatches()
    const unknown = skipCount()
    for (const { value, offset, problem, cutBytes } of jsonMembers(disk, file, { wanted, signal })) {
      if (problem !== undefined) {
        state.isOpen ||= isFresh
        yield { kind: 'skipped', path: name, offset, reason: problem }
        continue
      }
      if (cutBytes > 0)
        yield { kind: 'skipped', path: name, offset, reason: 'cut', detail: `${cutBytes} bytes of an entry` }
      if (!isFields(value)) {
        yield { kind: 'skipped', path: name, offset, reason: 'damaged' }
        continue
      }
      const messages = read(value)
      if (messages === undefined) unknown.add(kindOf(value), offset)
      for (const message of messages ?? []) {
        state.isEmpty = false
        yield* batches.add(facts.id, message)
      }
    }
    yield* batches.flush()
    yield* unknown.events(name)
  }
  yield* readFrom(fd, path)
  const sent = join(folder, SENT)
  // While it is written it may be empty: both of them would give the task twice.
  if (state.isEmpty && !state.isOpen && basename(path) !== SENT && disk.stat(sent)?.kind === 'file')
    yield* readingFile(machine, sent, (file) => readFrom(file, sent))
  if (state.isEmpty) yield { kind: 'skipped', path, reason: 'empty' }
  else yield { kind: 'facts', facts: knownFacts(facts) }
  yield cursorEvent({ ...wholeCursor(disk, fd), beside: besideOf(machine, folder) }, state.isOpen)
}

/** How what stands beside the messages stands: it changes without them. */
function besideOf({ disk }: ImportMachine, folder: string): string {
  return ['history_item.json', 'task_metadata.json', SENT]
    .map((name) => {
      const stat = disk.stat(join(folder, name))
      return `${stat?.size ?? 0} ${stat?.mtimeMs ?? 0}`
    })
    .join(', ')
}

function kindOf({ say, ask, role, type }: Fields): unknown {
  return textOf(say) ?? textOf(ask) ?? textOf(role) ?? textOf(type)
}
