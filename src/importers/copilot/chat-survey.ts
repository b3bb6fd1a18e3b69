import { errorCode } from '../../disk/error-code.ts'
import type { ImportMachine } from '../importer.ts'
import { type Fields, fieldsOf, textOf } from '../shared/fields.ts'
import { timeOf } from '../shared/time-of.ts'
import { chatEntries } from './chat-entries.ts'

/** What tells which of two copies of a chat is the newer one. */
export interface ChatSurvey {
  readonly path: string
  /** Milliseconds since the epoch; 0 when nobody knows. */
  readonly lastAt: number
  /** What its requests are known by. */
  readonly requests: ReadonlySet<string>
}

/** Looks through the file of a chat; one that cannot be read has nothing in it. */
export function surveyChat(
  machine: ImportMachine,
  path: string,
  signal: AbortSignal | undefined,
): ChatSurvey {
  const requests = new Set<string>()
  let lastAt = 0
  let fd: number | undefined
  try {
    fd = machine.disk.openRead(path)
    for (const entry of chatEntries(machine, fd, path, signal)) {
      if (entry.kind === 'member' && entry.key === 'lastMessageDate')
        lastAt = Math.max(lastAt, timeOf(entry.value) ?? 0)
      if (entry.kind !== 'request') continue
      requests.add(requestKey(entry.request))
      lastAt = Math.max(lastAt, timeOf(entry.request['timestamp']) ?? 0)
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (errorCode(error) === undefined) throw error
  } finally {
    if (fd !== undefined) machine.disk.close(fd)
  }
  return { path, lastAt, requests }
}

export function requestKey({ requestId, message, timestamp }: Fields): string {
  return textOf(requestId) ?? JSON.stringify([message, fieldsOf(message)['text'], timestamp])
}

/** Whether a copy holds the newer state of a chat than another one. */
export function isNewer(a: ChatSurvey, b: ChatSurvey): boolean {
  if (a.lastAt !== b.lastAt) return a.lastAt > b.lastAt
  if (a.requests.size !== b.requests.size) return a.requests.size > b.requests.size
  return a.path < b.path
}
