import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { type Fields, fieldsOf, isFields, textOf } from '../shared/fields.ts'
import { continuesAt, cursorAt } from '../shared/file-cursor.ts'
import { jsonLines } from '../shared/json-lines.ts'
import { jsonInRange } from '../shared/json-value.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { cursorEvent } from '../shared/whole-cursor.ts'
import { ClaudeFacts, type ClaudeConversation, type KeptFacts } from './claude-facts.ts'
import { isKnownType } from './known-types.ts'
import { recordMessages } from './record-messages.ts'
import { abandonedRecords, type TreeRecord } from './record-tree.ts'

/**
 * Reads the file of a session or of a sub-agent, in the order of the file. Records that an edit or a rewind left behind
 * are given again at the end, as abandoned.
 */
export function* readClaudeFile(
  machine: ImportMachine,
  fd: FileDescriptor,
  unit: ImportUnit,
  conversation: ClaudeConversation,
  options: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const from = continuesAt(machine.disk, fd, options.from)
  const goesOn = from !== undefined && (yield* readFrom(machine, fd, unit, conversation, options, from))
  if (!goesOn) yield* readFrom(machine, fd, unit, conversation, options, 0)
}

/** @returns false when what is new follows something else than the end of what is known: then all must be read again */
function* readFrom(
  machine: ImportMachine,
  fd: FileDescriptor,
  unit: ImportUnit,
  conversation: ClaudeConversation,
  { from: cursor, signal }: ReadOptions,
  start: number,
): Generator<ImportEvent, boolean, undefined> {
  const { disk } = machine
  const isAgent = conversation.parent !== undefined
  const kept = keptIn(start > 0 ? cursor : undefined)
  const tree = new Map<string, TreeRecord>()
  const batches = messageBatches()
  const unknown = skipCount()
  const facts = new ClaudeFacts(conversation, kept)
  const sideId = `${conversation.id}#inline`
  let held: ImportEvent[] | undefined = start === 0 ? [] : undefined
  let isProbe = false
  let isOpen = false
  let isEmpty = true
  let [end, lastAt] = [start, start > 0 && typeof cursor?.['lastAt'] === 'number' ? cursor['lastAt'] : start]

  for (const line of jsonLines(disk, fd, {
    from: start,
    now: machine.now(),
    signal,
  })) {
    const { fields, offset, problem, cutBytes } = line
    if (problem !== undefined || fields === undefined) {
      // A last line that is whole but for its newline is taken later, although the file may not change any more.
      isOpen ||= problem === 'unfinished' && machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
      if (problem === 'damaged') [end, lastAt] = [line.end, offset]
      yield { kind: 'skipped', path: unit.path, offset, reason: problem ?? 'damaged' }
      continue
    }
    ;[end, lastAt] = [line.end, offset]
    if (cutBytes > 0)
      yield { kind: 'skipped', path: unit.path, offset, reason: 'cut', detail: `${cutBytes} bytes of a line` }
    if (!isKnownType(fields)) unknown.add(fields['type'], offset)
    facts.line(fields)
    const uuid = textOf(fields['uuid'])
    if (uuid === undefined && fields['message'] === undefined) continue
    const isSide = fields['isSidechain'] === true && !isAgent
    const { messages, prompt } = recordMessages(fields)
    if (!isSide && uuid !== undefined) {
      const parent = textOf(fields['parentUuid']) ?? textOf(fields['logicalParentUuid'])
      const isPrompt = prompt !== undefined && fields['type'] === 'user'
      // Something before the cursor was taken up again.
      if (start > 0 && isPrompt && parent !== kept.tip) return false
      kept.tip = uuid
      tree.set(uuid, {
        parent,
        offset,
        length: line.end - offset,
        isPrompt,
        isTurn: isTurn(fields),
        reply: fields['type'] === 'assistant' ? textOf(fieldsOf(fields['message'])['id']) : undefined,
      })
    }
    if (messages.length === 0) continue
    isEmpty = false
    if (!isSide) facts.said(fields, messages)
    if (prompt !== undefined && !isSide) {
      isProbe = prompt === '/usage' && (!kept.hasPrompt || isProbe)
      kept.hasPrompt = true
    }
    const isAnswered = messages.some(({ message }) => message.role !== 'user')
    if (isAnswered) isProbe = false
    const full = messages.flatMap((message) => batches.add(isSide ? sideId : conversation.id, message))
    // A session that only asks for the usage is a probe of another program: nothing of it is given before more was said.
    if (held === undefined) yield* full
    else held.push(...full)
    if (held !== undefined && !isProbe && (kept.hasPrompt || isAnswered)) {
      yield* held
      held = undefined
    }
    if (isSide) facts.side(sideId, fields)
  }

  if (isProbe) {
    yield { kind: 'skipped', path: unit.path, reason: 'probe', detail: '/usage' }
    return true
  }
  yield* held ?? []
  yield* batches.flush()
  yield* unknown.events(unit.path)
  if (start === 0) {
    if (isEmpty) yield { kind: 'skipped', path: unit.path, reason: 'empty' }
    yield* abandonedAgain(machine, fd, conversation.id, tree, signal)
  }
  if (!isEmpty || start > 0) yield* facts.events((uuid) => tree.has(uuid))
  yield cursorEvent({ ...cursorAt(disk, fd, end, lastAt), kept: { ...kept } }, isOpen)
  return true
}

function* abandonedAgain(
  { disk }: ImportMachine,
  fd: FileDescriptor,
  id: string,
  tree: ReadonlyMap<string, TreeRecord>,
  signal: AbortSignal | undefined,
): Generator<ImportEvent, void, undefined> {
  const batches = messageBatches()
  for (const uuid of abandonedRecords(tree)) {
    signal?.throwIfAborted()
    const record = tree.get(uuid)
    if (record === undefined) continue
    const { value } = jsonInRange(disk, fd, record.offset, record.length)
    if (!isFields(value)) continue
    for (const message of recordMessages(value).messages)
      yield* batches.add(id, { ...message, branch: 'abandoned' })
  }
  yield* batches.flush()
}

function isTurn(line: Fields): boolean {
  const isSaid = line['type'] === 'user' || line['type'] === 'assistant'
  return isSaid && line['isMeta'] !== true && textOf(line['teamName']) === undefined
}

function keptIn(cursor: ReadOptions['from']): KeptFacts {
  const { tip, hasOwnTitle, hasCwd, hasPrompt, hasStart } = fieldsOf(cursor?.['kept'])
  return {
    tip: textOf(tip),
    hasOwnTitle: hasOwnTitle === true,
    hasCwd: hasCwd === true,
    hasPrompt: hasPrompt === true,
    hasStart: hasStart === true,
  }
}
