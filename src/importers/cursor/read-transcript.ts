import type { FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import type { ImportedMessage, ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { jsonLines } from '../shared/json-lines.ts'
import { LONG_JSON } from '../shared/json-value.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { namedByWords } from '../shared/named-by-words.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { chatMeta } from './chat-meta.ts'
import { editorComposers } from './editor-composers.ts'
import { textTranscript } from './text-transcript.ts'
import { transcriptPlace } from './transcript-files.ts'
import { isTranscriptLine, transcriptMessages } from './transcript-messages.ts'

/**
 * Reads the transcript of an agent. The editor keeps some of these conversations too, with their times: then they are
 * taken from there, unless it has lost something of them.
 */
export async function* readTranscript(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
): AsyncGenerator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const place = transcriptPlace(path)
  const editor = (await editorComposers(machine)).get(place.id)
  if (editor?.isWhole === true) {
    yield { kind: 'skipped', path, reason: 'copy' }
    yield { kind: 'cursor', cursor: wholeCursor(disk, fd) }
    return
  }
  const isFresh = machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
  const batches = messageBatches()
  const named = namedByWords()
  let isEmpty = true
  let isOpen = false
  for (const said of path.endsWith('.txt') ? textIn(machine, fd, path) : linesIn(machine, fd, path, signal)) {
    if ('kind' in said) {
      isOpen ||= said.kind === 'skipped' && said.reason === 'unfinished' && isFresh
      yield said
      continue
    }
    isEmpty = false
    yield* batches.add(place.id, named(said))
  }
  yield* batches.flush()
  if (isEmpty) yield { kind: 'skipped', path, reason: 'empty' }
  else {
    const beside = await chatMeta(machine, place)
    const { facts } = editor ?? {}
    yield {
      kind: 'facts',
      facts: knownFacts({
        id: place.id,
        title: facts?.title ?? beside.title,
        cwd: beside.cwd ?? facts?.cwd,
        model: facts?.model ?? beside.model,
        startedAt: facts?.startedAt ?? beside.startedAt,
        parent: place.parent ?? facts?.parent,
        kind: place.parent === undefined ? facts?.kind : 'sub-agent',
      }),
    }
  }
  yield cursorEvent(wholeCursor(disk, fd), isOpen)
}

function* linesIn(
  { disk, now }: ImportMachine,
  fd: FileDescriptor,
  path: string,
  signal: AbortSignal | undefined,
): Generator<ImportedMessage | ImportEvent, void, undefined> {
  const unknown = skipCount()
  for (const line of jsonLines(disk, fd, { now: now(), signal })) {
    const { fields, problem, offset, cutBytes } = line
    if (fields === undefined) {
      yield { kind: 'skipped', path, offset, reason: problem ?? 'damaged' }
      continue
    }
    if (cutBytes > 0)
      yield { kind: 'skipped', path, offset, reason: 'cut', detail: `${cutBytes} bytes of a line` }
    if (!isTranscriptLine(fields)) unknown.add(fields['role'] ?? fields['type'], offset)
    yield* transcriptMessages(fields)
  }
  yield* unknown.events(path)
}

function* textIn(
  { disk }: ImportMachine,
  fd: FileDescriptor,
  path: string,
): Generator<ImportedMessage | ImportEvent, void, undefined> {
  const { size } = disk.statOpen(fd)
  const bytes = readOpenRange(disk, fd, 0, Math.min(size, LONG_JSON))
  if (size > LONG_JSON)
    yield { kind: 'skipped', path, offset: LONG_JSON, reason: 'cut', detail: `${size - LONG_JSON} bytes` }
  yield* textTranscript(Buffer.from(bytes).toString('utf8'))
}
