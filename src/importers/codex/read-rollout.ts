import { basename } from 'node:path'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { fieldsOf } from '../shared/fields.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { peekJson } from '../shared/peek-json.ts'
import { skipCount } from '../shared/skip-count.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { copiedPart, threadMessagesOf } from './copied-part.ts'
import { isKnownLine } from './known-lines.ts'
import { rolloutLines } from './rollout-lines.ts'
import { SaidInThread, type ThreadMessage } from './said-in-thread.ts'
import { surveyRollout } from './survey-rollout.ts'
import type { ThreadFacts } from './thread-facts.ts'

export interface RolloutPlace {
  /** Native id, from the name of the file. */
  readonly id: string
  /** Name of the thread in the index beside the rollouts. */
  readonly name: string | undefined
  /** Its title in the database beside the rollouts, which may be its first prompt. */
  readonly title: () => Promise<string | undefined>
  /** Other files that hold lines of a thread, oldest first. */
  readonly filesOf: (thread: string) => readonly string[]
}

/**
 * Reads a rollout. It is read from its beginning whenever it changed: what an entry counts for may depend on all others.
 */
export async function* readRollout(
  machine: ImportMachine,
  fd: FileDescriptor,
  unit: ImportUnit,
  place: RolloutPlace,
  { from, signal }: ReadOptions,
): AsyncGenerator<ImportEvent, void, undefined> {
  const { disk } = machine
  if (isUnchanged(disk, fd, from)) return
  const isFresh = machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
  const lines = () => rolloutLines(machine, fd, unit.path, signal)
  const { style, facts, ownOffset } = await surveyRollout(lines, place.id)
  const { id, base } = facts
  const isCopied = await copiedPart(machine, { facts, ownOffset, lines, style, filesOf: place.filesOf })
  const takenBack = await takenBackFrom(machine, unit.path, id, place)
  const batches = messageBatches()
  const unknown = skipCount()
  const thread = new SaidInThread(style)
  let isEmpty = true
  let isOpen = false
  let prompt: string | undefined

  const give = function* (messages: readonly ThreadMessage[]): Generator<ImportEvent, void, undefined> {
    for (const message of messages) {
      if (isCopied(message)) continue
      isEmpty = false
      if (message.imported.message.role === 'user' && message.imported.sort === 'text')
        prompt ??= message.imported.message.content
      const isBack = message.ordinal !== undefined && message.ordinal >= takenBack
      yield* batches.add(id, isBack ? { ...message.imported, branch: 'undone' } : message.imported)
    }
  }
  // A thread that was taken back to an earlier place goes on in a new file.
  if (base?.thread === id) {
    for (const path of place.filesOf(id)) {
      if (path === unit.path) continue
      for (const { imported, ordinal } of await threadMessagesOf(machine, path, id, signal))
        if (ordinal !== undefined && ordinal >= base.end)
          yield* batches.add(id, { ...imported, branch: 'undone' })
    }
  }
  for await (const line of lines()) {
    const { offset } = line
    if ('problem' in line) {
      const { problem: reason, detail } = line
      // A torn end that stays so is no reason to read it again.
      isOpen ||= reason === 'unfinished' && isFresh
      yield { kind: 'skipped', path: unit.path, offset, reason, ...(detail === undefined ? {} : { detail }) }
      continue
    }
    if (line.cutBytes > 0)
      yield {
        kind: 'skipped',
        path: unit.path,
        offset,
        reason: 'cut',
        detail: `${line.cutBytes} bytes of a line`,
      }
    if (!isKnownLine(line)) unknown.add(line.type, offset)
    if (ownOffset !== undefined && offset < ownOffset) continue
    yield* give(thread.line(line))
  }
  const mayComeAgain = thread.isOpen && isFresh
  if (!mayComeAgain) yield* give(thread.end())
  yield* batches.flush()
  yield* unknown.events(unit.path)
  if (isEmpty && !mayComeAgain) yield { kind: 'skipped', path: unit.path, reason: 'empty' }
  else yield { kind: 'facts', facts: facts.facts(await nameOf(facts, place, prompt)) }
  yield cursorEvent(wholeCursor(disk, fd), isOpen || mayComeAgain)
}

/** What the thread is called outside of the rollout; the database may only have the beginning of its first prompt. */
async function nameOf(
  facts: ThreadFacts,
  { name, title }: RolloutPlace,
  prompt: string | undefined,
): Promise<string | undefined> {
  if (name !== undefined || facts.hasTitle) return name
  const found = await title()
  return found === undefined || prompt?.trim().startsWith(found.trim().replace(/(\.{3}|…)$/, '')) === true
    ? undefined
    : found
}

/** The ordinal from which on a later file of the same thread takes its place. */
async function takenBackFrom(
  machine: ImportMachine,
  own: string,
  id: string,
  { filesOf }: RolloutPlace,
): Promise<number> {
  let from = Infinity
  for (const path of filesOf(id)) {
    if (basename(path) <= basename(own)) continue
    const [meta] = peekJson(machine.disk, path)
    const { thread_id: thread, end_ordinal_exclusive: end } = fieldsOf(
      fieldsOf(meta?.['payload'])['history_base'],
    )
    if (thread === id && typeof end === 'number') from = Math.min(from, end)
  }
  return from
}
