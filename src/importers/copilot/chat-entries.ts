import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportMachine, SkipReason } from '../importer.ts'
import { type Fields, isFields, listOf } from '../shared/fields.ts'
import { jsonLines } from '../shared/json-lines.ts'
import { jsonMembers } from '../shared/json-members.ts'
import { ChatLog } from './chat-log.ts'

/** Something that the file of a VS Code chat holds. */
export type ChatEntry =
  | { readonly kind: 'request'; readonly request: Fields; readonly offset: number }
  /** A member of the chat beside its requests. */
  | { readonly kind: 'member'; readonly key: string; readonly value: unknown }
  | {
      readonly kind: 'problem'
      readonly reason: SkipReason
      readonly offset: number
      readonly detail?: string
    }

const WANTED = [
  {
    key: 'requests',
    isEntry: (value: unknown) => isFields(value) && ('requestId' in value || 'response' in value),
  },
]

/** The entries of a chat that is kept in one JSON object, or in a log of its changes. */
export function chatEntries(
  machine: ImportMachine,
  fd: FileDescriptor,
  path: string,
  signal: AbortSignal | undefined,
): Generator<ChatEntry, void, undefined> {
  return path.endsWith('.jsonl') ? logEntries(machine, fd, signal) : fileEntries(machine, fd, signal)
}

function* fileEntries(
  { disk }: ImportMachine,
  fd: FileDescriptor,
  signal: AbortSignal | undefined,
): Generator<ChatEntry, void, undefined> {
  for (const { key, value, offset, problem, cutBytes } of jsonMembers(disk, fd, { wanted: WANTED, signal })) {
    if (problem !== undefined) yield { kind: 'problem', reason: problem, offset }
    else if (key !== 'requests') yield { kind: 'member', key: key ?? '', value }
    else if (isFields(value)) yield { kind: 'request', request: value, offset }
    else yield { kind: 'problem', reason: 'damaged', offset }
    if (cutBytes > 0)
      yield { kind: 'problem', reason: 'cut', offset, detail: `${cutBytes} bytes of a request` }
  }
}

/** What stands behind a line that cannot be read is left for a later read, unless the whole is written anew there. */
function* logEntries(
  { disk, now }: ImportMachine,
  fd: FileDescriptor,
  signal: AbortSignal | undefined,
): Generator<ChatEntry, void, undefined> {
  const log = new ChatLog()
  let broken: { reason: SkipReason; offset: number; lines: number } | undefined
  const told = function* (): Generator<ChatEntry, void, undefined> {
    if (broken === undefined) return
    const { reason, offset, lines } = broken
    yield { kind: 'problem', reason, offset, ...(lines === 0 ? {} : { detail: `${lines} more lines` }) }
    broken = undefined
  }
  for (const line of jsonLines(disk, fd, { now: now(), signal })) {
    const { fields, offset, problem, cutBytes } = line
    if (broken !== undefined && fields?.['kind'] !== 0) {
      broken.lines++
      continue
    }
    yield* told()
    if (cutBytes > 0) yield { kind: 'problem', reason: 'cut', offset, detail: `${cutBytes} bytes of a line` }
    const outcome = fields === undefined ? 'broken' : log.line(fields)
    if (outcome === 'unknown')
      yield { kind: 'problem', reason: 'unknown', offset, detail: `line ${String(fields?.['kind'])}` }
    if (outcome === 'broken') broken = { reason: problem ?? 'damaged', offset, lines: 0 }
  }
  yield* told()
  for (const [key, value] of Object.entries(log.value ?? {})) {
    if (key !== 'requests') yield { kind: 'member', key, value }
    else
      for (const request of listOf(value))
        if (isFields(request)) yield { kind: 'request', request, offset: 0 }
  }
}
