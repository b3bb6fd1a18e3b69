import { basename } from 'node:path'
import type { ToolCall } from '../../conversation/message.ts'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportedMessage, ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { jsonMembers } from '../shared/json-members.ts'
import { type GatheredFacts, knownFacts } from '../shared/known-facts.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { callsMessage, messageMaker } from '../shared/message-maker.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { replaceParts } from '../shared/tagged-parts.ts'
import { timeOf } from '../shared/time-of.ts'
import { uuidIn } from '../shared/uuid-in.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'

/** Put around what was typed before it was sent. */
const INJECTED = 'current_datetime|system_reminder|reminder|system_notification'
const SILENT = new Set(['info', 'error', 'warning', 'system'])

/** What was shown, and what went to the model. */
const WANTED = [
  {
    key: 'timeline',
    isEntry: (value: unknown) => textOf(fieldsOf(value)['type']) !== undefined && 'id' in fieldsOf(value),
  },
  { key: 'chatMessages', isEntry: (value: unknown) => textOf(fieldsOf(value)['role']) !== undefined },
]

/**
 * Reads a session of the first Copilot CLIs: one JSON object with a list of what was shown, which has times, and one of
 * what went to the model, which is read when there is no other.
 */
export function* readCliHistory(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const isFresh = machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
  const facts: GatheredFacts = { id: idOf(path) }
  let source = 'chatMessages'
  for (const { key, value } of jsonMembers(disk, fd, { wanted: WANTED, signal })) {
    const at = timeOf(value)
    if (key === 'sessionId') facts.id = textOf(value) ?? facts.id
    if (key === 'startTime' && at !== undefined) facts.startedAt = at
    if (key === 'timeline' && ['user', 'copilot'].includes(String(fieldsOf(value)['type'])))
      source = 'timeline'
  }
  const batches = messageBatches()
  const unknown = skipCount()
  let isEmpty = true
  let isOpen = false
  for (const { key, value, offset, problem, cutBytes } of jsonMembers(disk, fd, { wanted: WANTED, signal })) {
    if (problem !== undefined) {
      isOpen ||= problem === 'unfinished' && isFresh
      yield { kind: 'skipped', path, offset, reason: problem }
      continue
    }
    if (cutBytes > 0)
      yield { kind: 'skipped', path, offset, reason: 'cut', detail: `${cutBytes} bytes of an entry` }
    if (key !== source) continue
    const entry = fieldsOf(value)
    const messages = source === 'timeline' ? shown(entry) : sent(entry)
    if (messages === undefined) unknown.add(entry['type'] ?? entry['role'], offset)
    for (const message of messages ?? []) {
      isEmpty = false
      if (message.at !== undefined && message.at > (facts.updatedAt ?? 0)) facts.updatedAt = message.at
      yield* batches.add(facts.id, message)
    }
  }
  yield* batches.flush()
  yield* unknown.events(path)
  if (isEmpty) yield { kind: 'skipped', path, reason: 'empty' }
  else yield { kind: 'facts', facts: knownFacts(facts) }
  yield cursorEvent(wholeCursor(disk, fd), isOpen)
}

/** `session_<id>_<time>.json`, or only the id. */
function idOf(path: string): string {
  const stem = basename(path).replace(/\.json$/, '')
  return uuidIn(stem) ?? stem
}

/** Undefined for a kind of entry that no version writes. */
function shown(entry: Fields): readonly ImportedMessage[] | undefined {
  const { type, id, timestamp, callId, name, text, result } = entry
  const call = textOf(callId)
  const make = messageMaker({ nativeId: textOf(id), at: timeOf(timestamp) })
  const content = textOf(text) ?? ''
  switch (type) {
    case 'user':
    case 'copilot':
      if (content.trim() === '') return []
      return [make({ role: type === 'user' ? 'user' : 'assistant', content }, 'text')]
    case 'tool_call_requested': {
      const calls = [toolCall({ id: call, name, arguments: entry['arguments'] }, 0)]
      return [make({ role: 'assistant', content: '', tool_calls: calls }, 'tool-call')]
    }
    case 'tool_call_completed': {
      const { log, message, type: outcome } = fieldsOf(result)
      const said = textOf(log) ?? textOf(message) ?? textOf(result) ?? ''
      return [
        make(
          {
            role: 'tool',
            content: said,
            ...(call === undefined ? {} : { tool_call_id: call }),
            ...(outcome === 'failure' || outcome === 'error' ? { is_error: true } : {}),
          },
          'tool-result',
        ),
      ]
    }
    default:
      return SILENT.has(String(type)) ? [] : undefined
  }
}

function sent({ role, content, tool_calls, tool_call_id }: Fields): readonly ImportedMessage[] | undefined {
  const whole =
    textOf(content) ??
    listOf(content)
      .map((part) => textOf(fieldsOf(part)['text']) ?? '')
      .join('\n\n')
  const text = role === 'user' ? replaceParts(whole, INJECTED).trim() : whole
  const calls = listOf(tool_calls)
    .filter(isFields)
    .map((call, nth) => toolCall({ ...fieldsOf(call['function']), id: call['id'] }, nth))
  const call = textOf(tool_call_id)
  const make = messageMaker({ nativeId: undefined, at: undefined })
  switch (role) {
    case 'user':
    case 'assistant':
      return [
        ...(text.trim() === '' ? [] : [make({ role, content: text }, 'text')]),
        ...callsMessage(make, calls),
      ]
    case 'tool':
      return [
        make(
          { role: 'tool', content: text, ...(call === undefined ? {} : { tool_call_id: call }) },
          'tool-result',
        ),
      ]
    default:
      return role === 'system' ? [] : undefined
  }
}

function toolCall({ id, name, arguments: given }: Fields, nth: number): ToolCall {
  const call = { id: textOf(id) ?? `call-${nth}`, type: 'function', name: textOf(name) ?? 'tool' }
  if (typeof given !== 'string') return { ...call, arguments: given ?? {} }
  try {
    return { ...call, arguments: JSON.parse(given) as unknown }
  } catch {
    return { ...call, raw: given }
  }
}
