import { basename } from 'node:path'
import type { FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions, SkipReason } from '../importer.ts'
import type { ExportFormat } from './export-format.ts'
import { fieldsOf, isFields, listOf } from './fields.ts'
import { fileChunks } from './file-chunks.ts'
import { jsonElements } from './json-elements.ts'
import { wholeConversation } from './message-batches.ts'
import { skipCount } from './skip-count.ts'
import { STILL_WRITTEN } from './still-written.ts'
import { cursorEvent, isUnchanged, wholeCursor } from './whole-cursor.ts'
import { isZipError, openZip } from './zip-archive.ts'

/** Reads the conversations of an export one by one, out of a JSON file or of the members of a zip archive. */
export async function* readExport(
  format: ExportFormat,
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
): AsyncGenerator<ImportEvent, void, undefined> {
  const { disk } = machine
  if (isUnchanged(disk, fd, from)) return
  const { size, mtimeMs } = disk.statOpen(fd)
  const isFresh = machine.now() - mtimeMs < STILL_WRITTEN
  let isOpen = false
  const reader = new ExportReader(format, path, signal)
  const skipped = (reason: SkipReason, detail?: string): ImportEvent => {
    return { kind: 'skipped', path, reason, ...(detail === undefined ? {} : { detail }) }
  }
  if (size === 0) yield skipped('empty')
  else if (Buffer.from(readOpenRange(disk, fd, 0, 2)).toString('latin1') !== 'PK')
    yield* reader.read(fileChunks(disk, fd, size))
  else {
    const { members, problem } = openZip(disk, fd)
    const wanted = members.filter(({ name }) => format.isExportName(basename(name)))
    if (problem !== undefined) yield skipped(problem.reason, problem.detail)
    else if (wanted.length === 0) yield skipped('empty', 'it holds no conversations')
    for (const member of wanted) {
      if (member.problem !== undefined) {
        yield skipped(member.problem.reason, member.problem.detail)
        continue
      }
      try {
        yield* reader.read(member.chunks(), member.name)
      } catch (error) {
        if (!isZipError(error)) throw error
        yield skipped('damaged', `${member.name}: ${error.message}`)
      }
    }
    isOpen = problem !== undefined && isFresh
  }
  yield* reader.end()
  yield cursorEvent(wholeCursor(disk, fd), isOpen || (reader.isUnfinished && isFresh))
}

class ExportReader {
  isUnfinished = false
  readonly #format: ExportFormat
  readonly #path: string
  readonly #signal: AbortSignal | undefined
  readonly #unknown = skipCount()
  /** When the conversations were changed last, as far as they were read: an export may hold one twice. */
  readonly #updated = new Map<string, number>()

  constructor(format: ExportFormat, path: string, signal: AbortSignal | undefined) {
    this.#format = format
    this.#path = path
    this.#signal = signal
  }

  async *read(
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    member?: string,
  ): AsyncGenerator<ImportEvent, void, undefined> {
    const options = {
      isEntry: (value: unknown) => this.#format.isConversation(value),
      signal: this.#signal,
    }
    const skipped = (offset: number, reason: SkipReason, detail?: string): ImportEvent => {
      const words = [member, detail].filter((word) => word !== undefined).join(': ')
      return { kind: 'skipped', path: this.#path, offset, reason, ...(words === '' ? {} : { detail: words }) }
    }
    for await (const { value, problem, offset, cutBytes } of jsonElements(chunks, options)) {
      if (problem !== undefined) {
        this.isUnfinished ||= problem === 'unfinished'
        yield skipped(offset, problem)
        continue
      }
      if (cutBytes > 0) yield skipped(offset, 'cut', `${cutBytes} bytes of a conversation`)
      for (const each of entriesOf(value)) {
        if (!isFields(each) || !this.#format.isConversation(each)) {
          this.#unknown.add(isFields(each) ? `{${Object.keys(each).slice(0, 5).join(', ')}}` : each, offset)
          continue
        }
        const { facts, messages } = this.#format.read(each, (kind) => this.#unknown.add(kind, offset))
        const { id, title, updatedAt = -Infinity } = facts
        const known = this.#updated.get(id) ?? -Infinity
        if (messages.length === 0) yield skipped(offset, 'empty', title)
        else if (known > updatedAt) yield skipped(offset, 'copy', title)
        else {
          this.#updated.set(id, updatedAt)
          yield* wholeConversation({ ...facts, isSnapshot: true }, messages)
        }
      }
    }
  }

  *end(): Generator<ImportEvent, void, undefined> {
    yield* this.#unknown.events(this.#path)
  }
}

/** What stands in a wrapper around the whole. */
function entriesOf(value: unknown): readonly unknown[] {
  const { conversations, chats } = fieldsOf(value)
  const list = [conversations, chats].find((each) => Array.isArray(each))
  return list === undefined ? [value] : listOf(list)
}
