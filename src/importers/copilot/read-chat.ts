import { basename, dirname } from 'node:path'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { textOf } from '../shared/fields.ts'
import { type GatheredFacts, knownFacts } from '../shared/known-facts.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { timeOf } from '../shared/time-of.ts'
import { uriPath, workspaceOf } from '../shared/uri-path.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { chatEntries } from './chat-entries.ts'
import { type ChatSurvey, isNewer, requestKey, surveyChat } from './chat-survey.ts'
import { requestMessages } from './request-messages.ts'

/**
 * Reads a chat of VS Code. When the editor opens another workspace it copies chats: the newest copy of one is read, and
 * of the others only what that one has not.
 *
 * @param copies other files of the same name
 */
export function* readChat(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  copies: readonly string[],
  { from, signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const better = betterCopies(machine, path, copies, signal)
  if (better === 'log') {
    yield { kind: 'skipped', path, reason: 'copy' }
    yield { kind: 'cursor', cursor: wholeCursor(disk, fd) }
    return
  }
  const isFresh = machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
  const facts = factsOf(machine, fd, path, signal)
  const batches = messageBatches()
  const unknown = skipCount()
  let isOpen = false
  let isEmpty = true
  let isCopied = false
  for (const entry of chatEntries(machine, fd, path, signal)) {
    signal?.throwIfAborted()
    if (entry.kind === 'problem') {
      const { reason, offset, detail } = entry
      isOpen ||= reason === 'unfinished' && isFresh
      yield { kind: 'skipped', path, offset, reason, ...(detail === undefined ? {} : { detail }) }
    }
    if (entry.kind !== 'request') continue
    const key = requestKey(entry.request)
    if (better.some(({ requests }) => requests.has(key))) {
      isCopied = true
      continue
    }
    const { messages, unknown: kinds } = requestMessages(entry.request)
    for (const kind of kinds) unknown.add(kind, entry.offset)
    facts.model = textOf(entry.request['modelId']) ?? facts.model
    for (const message of messages) {
      isEmpty = false
      yield* batches.add(facts.id, message)
    }
  }
  yield* batches.flush()
  yield* unknown.events(path)
  if (isEmpty) yield { kind: 'skipped', path, reason: isCopied ? 'copy' : 'empty' }
  else if (better.length === 0) yield { kind: 'facts', facts: knownFacts(facts) }
  yield cursorEvent(wholeCursor(disk, fd), isOpen)
}

/** The copies that are newer than a file; `log` when it is what a log beside it began with. */
function betterCopies(
  machine: ImportMachine,
  path: string,
  copies: readonly string[],
  signal: AbortSignal | undefined,
): readonly ChatSurvey[] | 'log' {
  if (copies.length === 0) return []
  const surveys = copies.map((copy) => surveyChat(machine, copy, signal))
  const isLogOf = (log: string, file: string): boolean => log === `${file}l`
  if (surveys.some((other) => isLogOf(other.path, path) && other.requests.size > 0)) return 'log'
  const own = surveyChat(machine, path, signal)
  return surveys.filter((other) => {
    if (isLogOf(path, other.path) && own.requests.size > 0) return false
    return isNewer(other, own)
  })
}

/** What stands in the file beside its requests, before or behind them. */
function factsOf(
  machine: ImportMachine,
  fd: FileDescriptor,
  path: string,
  signal: AbortSignal | undefined,
): GatheredFacts {
  const cwd = workspaceOf(machine.disk, dirname(dirname(path)))
  const facts: GatheredFacts = { id: basename(path).replace(/\.jsonl?$/, ''), cwd }
  for (const entry of chatEntries(machine, fd, path, signal)) {
    if (entry.kind !== 'member') continue
    const { key, value } = entry
    const text = textOf(value)
    if (key === 'sessionId' && text !== undefined) facts.id = text
    if (key === 'customTitle' && text !== undefined) facts.title = wellFormed(text)
    if (key === 'workingDirectory') facts.cwd ??= uriPath(value)
    const at = timeOf(value)
    if (key === 'creationDate' && at !== undefined) facts.startedAt = at
    if (key === 'lastMessageDate' && at !== undefined) facts.updatedAt = at
  }
  return facts
}
