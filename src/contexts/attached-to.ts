import { join } from 'node:path'
import { isMissing } from '../store/is-missing.ts'
import { listSessions } from '../store/list-sessions.ts'
import { loadConversation } from '../store/load-conversation.ts'
import type { StoreContext } from '../store/store-context.ts'
import { readRange } from '../disk/read-range.ts'
import { ChatCliError } from '../errors.ts'
import { attachmentsIn } from './attachment.ts'

/** What stands in front of the messages of a session file, as this program writes it, mostly fits in here. */
const HEAD_BYTES = 65_536

/**
 * The conversations that contexts are attached to, by the names that a list has for them; a context that is attached to
 * none is not among them. Only sessions that name one of them are loaded.
 */
export function attachedTo(
  context: StoreContext,
  contextIds: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { name } of listSessions(context).sessions) {
    if (!mayName(context, name, contextIds)) continue
    for (const id of attachedIn(context, name)) {
      if (contextIds.includes(id)) found.set(id, [...(found.get(id) ?? []), name])
    }
  }
  return found
}

/** Whether it is worth while to load a session. What its file says of attachments stands in front of its messages. */
function mayName({ disk, home }: StoreContext, name: string, contextIds: readonly string[]): boolean {
  try {
    const path = join(home.sessions, `${name}.json`)
    if (disk.stat(path) === undefined) return true
    const start = Buffer.from(readRange(disk, path, 0, HEAD_BYTES)).toString('utf8')
    const end = start.indexOf('\n  "chat_history":')
    return end < 0 || contextIds.some((id) => start.lastIndexOf(id, end) >= 0)
  } catch {
    return true
  }
}

function attachedIn(context: StoreContext, name: string): readonly string[] {
  try {
    const { fold } = loadConversation(context, name)
    return attachmentsIn(fold.state().settings.attachments).map(({ contextId }) => contextId)
  } catch (error) {
    if (error instanceof ChatCliError || isMissing(error)) return []
    throw error
  }
}
