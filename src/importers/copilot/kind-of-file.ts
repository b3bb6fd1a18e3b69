import type { ImportMachine } from '../importer.ts'
import { fieldsOf, textOf } from '../shared/fields.ts'
import { jsonHead } from '../shared/json-head.ts'
import { peekJson } from '../shared/peek-json.ts'

/** A log of a session, an early session of the command line, a chat of VS Code. */
export type CopilotFile = 'events' | 'history' | 'chat'

const EVENTS =
  /[/\\](?:session-state[/\\](?:[^/\\]+[/\\]events|[^/\\]+)|jb[/\\][^/\\]+[/\\]partition-\d+)\.jsonl$/
const HISTORY = /[/\\]history-session-state[/\\][^/\\]+\.json$/
const CHAT = /[/\\](?:chatSessions|emptyWindowChatSessions|transferredChatSessions)[/\\][^/\\]+\.jsonl?$/

/** What a file is by its place. */
export function kindOfPlace(path: string): CopilotFile | undefined {
  if (EVENTS.test(path)) return 'events'
  if (HISTORY.test(path)) return 'history'
  return CHAT.test(path) ? 'chat' : undefined
}

/** What a file is by its place, or else by what stands in its beginning. */
export function kindOfFile(machine: ImportMachine, path: string): CopilotFile | undefined {
  const kind = kindOfPlace(path)
  if (kind !== undefined || !/\.jsonl?$/.test(path)) return kind
  if (path.endsWith('.json')) {
    const head = jsonHead(machine.disk, path)
    if (head.includes('"chatMessages"') && head.includes('"sessionId"')) return 'history'
    return /"(responderUsername|requesterUsername|initialLocation)"/.test(head) && head.includes('"requests"')
      ? 'chat'
      : undefined
  }
  for (const line of peekJson(machine.disk, path)) {
    const { kind: change, v, type, data } = line
    if (change === 0 && 'requests' in fieldsOf(v)) return 'chat'
    if (type === 'session.start' && textOf(fieldsOf(data)['copilotVersion']) !== undefined) return 'events'
  }
  return undefined
}
