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

/** The conversations that a context is attached to, by the names that a list has for them. */
export function attachedTo(context: StoreContext, contextId: string): readonly string[] {
  return listSessions(context)
    .sessions.filter(({ name }) => mayName(context, name, contextId) && isAttached(context, name, contextId))
    .map(({ name }) => name)
}

/** Whether it is worth while to load a session. What its file says of attachments stands in front of its messages. */
function mayName({ disk, home }: StoreContext, name: string, contextId: string): boolean {
  try {
    const path = join(home.sessions, `${name}.json`)
    if (disk.stat(path) === undefined) return true
    const start = Buffer.from(readRange(disk, path, 0, HEAD_BYTES)).toString('utf8')
    const end = start.indexOf('\n  "chat_history":')
    return end < 0 || start.slice(0, end).includes(contextId)
  } catch {
    return true
  }
}

function isAttached(context: StoreContext, name: string, contextId: string): boolean {
  try {
    const { fold } = loadConversation(context, name)
    return attachmentsIn(fold.state().settings.attachments).some((each) => each.contextId === contextId)
  } catch (error) {
    if (error instanceof ChatCliError || isMissing(error)) return false
    throw error
  }
}
