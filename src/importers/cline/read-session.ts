import { basename, dirname, join } from 'node:path'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { jsonMembers } from '../shared/json-members.ts'
import { type GatheredFacts, knownFacts } from '../shared/known-facts.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { skipCount } from '../shared/skip-count.ts'
import { smallJson } from '../shared/small-json.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { apiMessages, isSent } from './api-messages.ts'

const WANTED = [{ key: 'messages', isEntry: isSent }]

/** Reads a session of the versions from 4 on: its messages, with a file beside them that says what it is. */
export function* readSession(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  const folder = dirname(path)
  const stem = basename(path).replace(/\.messages\.json$/, '')
  const manifest = fieldsOf(
    smallJson(disk, join(folder, `${stem}.json`)) ??
      smallJson(disk, join(folder, `${basename(folder)}.json`)),
  )
  signal?.throwIfAborted()
  const beside = JSON.stringify(manifest).length
  if (isUnchanged(disk, fd, from) && from?.['beside'] === beside) return
  const facts = factsOf(manifest, stem)
  const agent = agentIn(jsonMembers(disk, fd, { wanted: WANTED, signal }), facts)
  // What other agents did is beside what the leading one did.
  if (agent !== undefined && agent !== 'lead') {
    facts.parent = facts.id
    facts.kind = 'sub-agent'
    facts.id = `${facts.id}#${agent}`
    facts.title = undefined
  }
  const copied = copiedUntil(fieldsOf(manifest['metadata'])['importedFrom'])
  const isFresh = machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
  const batches = messageBatches()
  const unknown = skipCount()
  let [isEmpty, isOpen, copies] = [true, false, 0]
  const give = function* (entry: Fields, offset: number): Generator<ImportEvent, void, undefined> {
    facts.model = modelOf(entry) ?? facts.model
    const messages = apiMessages(entry)
    if (messages === undefined) unknown.add(entry['role'], offset)
    for (const message of messages ?? []) {
      if (copied !== undefined && (message.at ?? 0) <= copied) {
        copies++
        continue
      }
      isEmpty = false
      if (message.at !== undefined && message.at > (facts.updatedAt ?? 0)) facts.updatedAt = message.at
      yield* batches.add(facts.id, message)
    }
  }
  for (const { key, value, offset, problem, cutBytes } of jsonMembers(disk, fd, { wanted: WANTED, signal })) {
    if (problem !== undefined) {
      isOpen ||= isFresh
      yield { kind: 'skipped', path, offset, reason: problem }
      continue
    }
    if (cutBytes > 0)
      yield { kind: 'skipped', path, offset, reason: 'cut', detail: `${cutBytes} bytes of a message` }
    if (key !== 'messages') continue
    if (isFields(value)) yield* give(value, offset)
    else yield { kind: 'skipped', path, offset, reason: 'damaged' }
  }
  // The summary that takes the place of older messages for the model.
  const compaction = fieldsOf(smallJson(disk, join(folder, `${stem}.compaction.json`)))
  for (const entry of listOf(compaction['messages']))
    if (isFields(entry) && fieldsOf(entry['metadata'])['kind'] === 'compaction_summary') yield* give(entry, 0)
  yield* batches.flush()
  yield* unknown.events(path)
  if (copies > 0) yield { kind: 'skipped', path, reason: 'copy', detail: `messages ×${copies}` }
  else if (isEmpty) yield { kind: 'skipped', path, reason: 'empty' }
  if (!isEmpty) yield { kind: 'facts', facts: knownFacts(facts) }
  yield cursorEvent({ ...wholeCursor(disk, fd), beside }, isOpen)
}

function factsOf(manifest: Fields, stem: string): GatheredFacts {
  const metadata = fieldsOf(manifest['metadata'])
  const title = textOf(metadata['title'])
  return {
    id: textOf(manifest['session_id']) ?? stem,
    title: title === undefined ? undefined : wellFormed(title),
    cwd: textOf(manifest['cwd']),
    branch: textOf(fieldsOf(metadata['git'])['branch']),
    model: textOf(manifest['model']),
    startedAt: timeOf(manifest['started_at']),
  }
}

/** Whose messages they are. The session they name counts when nothing beside them does. */
function agentIn(members: ReturnType<typeof jsonMembers>, facts: GatheredFacts): string | undefined {
  let agent: string | undefined
  for (const { key, value } of members) {
    if (key === 'agent') agent = textOf(value)
    if (key === 'sessionId') facts.id = textOf(value) ?? facts.id
  }
  return agent
}

function modelOf({ modelInfo }: Fields): string | undefined {
  const { id, modelId } = fieldsOf(modelInfo)
  return textOf(id) ?? textOf(modelId)
}

/**
 * Until when the messages of a session are those of another tool, from which they are taken: what was said since is its
 * own. Undefined when it has only its own.
 */
function copiedUntil(importedFrom: unknown): number | undefined {
  if (importedFrom === undefined || importedFrom === null) return undefined
  const { importedAt, imported_at: at, ts } = fieldsOf(importedFrom)
  return timeOf(importedAt) ?? timeOf(at) ?? timeOf(ts) ?? Infinity
}
