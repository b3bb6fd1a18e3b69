import { basename, dirname, join } from 'node:path'
import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { type Fields, fieldsOf, isFields, textOf } from '../shared/fields.ts'
import { fileChunks } from '../shared/file-chunks.ts'
import { jsonElements } from '../shared/json-elements.ts'
import { jsonInRange } from '../shared/json-value.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { wholeConversation } from '../shared/message-batches.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { plainValue } from './extended-json.ts'
import { readConversation } from './read-conversation.ts'

const COLLECTION = /messages(?=[^/\\]*$)/i

/** Where the text of a message stands in the file, beside what follows it. */
type Range = readonly [offset: number, end: number]

/**
 * Reads a collection of LibreChat's database as `mongoexport` writes it: an entry for each message of all conversations,
 * in the order in which they were said. So the entries are told apart first, and each conversation is read on its own.
 * What conversations are called stands in a collection of its own, whose file is looked for beside it.
 */
export async function* readDump(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
): AsyncGenerator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const { size, mtimeMs } = disk.statOpen(fd)
  const isFresh = machine.now() - mtimeMs < STILL_WRITTEN
  const unknown = skipCount()
  const conversations = new Map<string, Range[]>()
  let last: { readonly id: string; readonly offset: number } | undefined
  let isOpen = false
  const end = (offset: number): void => {
    if (last === undefined) return
    const ranges = conversations.get(last.id) ?? []
    conversations.set(last.id, ranges)
    ranges.push([last.offset, offset])
    last = undefined
  }
  for await (const { value, offset, problem } of entriesIn(disk, fd, size, signal)) {
    end(offset)
    if (problem !== undefined) {
      isOpen ||= problem === 'unfinished' && isFresh
      yield { kind: 'skipped', path, offset, reason: problem }
      continue
    }
    const id = textOf(fieldsOf(value)['conversationId'])
    if (id === undefined) unknown.add('an entry of no conversation', offset)
    else if (isMessage(value)) last = { id, offset }
    else yield { kind: 'facts', facts: factsOf(id, fieldsOf(plainValue(value))) }
  }
  end(size)
  const titles = conversations.size === 0 ? new Map<string, Fields>() : await titlesBeside(disk, path, signal)
  for (const [id, ranges] of conversations) {
    signal?.throwIfAborted()
    const messages = ranges.map((range) => plainValue(entryIn(disk, fd, range)))
    const beside = titles.get(id) ?? {}
    const whole = { conversationId: id, title: beside['title'], options: beside, messages }
    const said = readConversation(whole, (kind) => unknown.add(kind, ranges[0]?.[0] ?? 0))
    if (said.messages.length > 0) yield* wholeConversation({ ...said.facts, isSnapshot: true }, said.messages)
    else yield { kind: 'skipped', path, offset: ranges[0]?.[0] ?? 0, reason: 'empty' }
  }
  yield* unknown.events(path)
  yield cursorEvent(wholeCursor(disk, fd), isOpen)
}

function isMessage(value: unknown): boolean {
  return isFields(value) && textOf(value['messageId']) !== undefined
}

function entriesIn(disk: Disk, fd: FileDescriptor, size: number, signal: AbortSignal | undefined) {
  const isEntry = (value: unknown): boolean => isFields(value) && '_id' in value
  return jsonElements(fileChunks(disk, fd, size), { isEntry, signal })
}

/** The entry at a place; nothing when what stands behind it, up to the next one, is more than a comma or a bracket. */
function entryIn(disk: Disk, fd: FileDescriptor, [offset, end]: Range): unknown {
  const bytes = Buffer.from(readEnd(disk, fd, offset, end))
  const close = bytes.lastIndexOf('}')
  try {
    return jsonInRange(disk, fd, offset, end - bytes.length + close + 1 - offset).value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

const BEHIND = 256

function readEnd(disk: Disk, fd: FileDescriptor, offset: number, end: number): Uint8Array {
  const from = Math.max(offset, end - BEHIND)
  const bytes = new Uint8Array(end - from)
  return bytes.subarray(0, disk.read(fd, bytes, from))
}

/** What the collection of conversations says, when it was exported to a file beside that of the messages. */
async function titlesBeside(
  disk: Disk,
  path: string,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Fields>> {
  const found = new Map<string, Fields>()
  const name = basename(path).replace(COLLECTION, (word) =>
    word.startsWith('M') ? 'Conversations' : 'conversations',
  )
  if (name === basename(path)) return found
  let fd: FileDescriptor | undefined
  try {
    fd = disk.openRead(join(dirname(path), name))
    for await (const { value } of entriesIn(disk, fd, disk.statOpen(fd).size, signal)) {
      const { conversationId, title, model } = fieldsOf(value)
      const id = textOf(conversationId)
      if (id !== undefined) found.set(id, { title, model })
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error
  } finally {
    if (fd !== undefined) disk.close(fd)
  }
  return found
}

/** What an entry of the collection of conversations says: its messages stand in the other one. */
function factsOf(id: string, entry: Fields) {
  const title = textOf(entry['title'])
  return {
    ...knownFacts({
      id,
      title: title === undefined || title === 'New Chat' ? undefined : wellFormed(title),
      model: textOf(entry['model']),
      updatedAt: timeOf(entry['updatedAt']),
    }),
    isSnapshot: true as const,
  }
}
