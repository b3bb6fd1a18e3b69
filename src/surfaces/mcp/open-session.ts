import type { SessionSummary } from '../../chatcli.ts'
import { isClosedSession } from '../../commands/closed-sessions.ts'
import { ChatCliError } from '../../errors.ts'
import type { ToolCall } from './mcp-tool.ts'

/** A session a client may know of. @throws ChatCliError `refused` for a private or hidden one, `not-found`, `storage` */
export function openSession(
  name: string,
  { chatcli, world }: Pick<ToolCall, 'chatcli' | 'world'>,
): SessionSummary {
  const found = chatcli.sessions.summary(name)
  if (!isClosedSession(found, world.settings.hiddenSources)) return found
  throw new ChatCliError('refused', world.text.mcp.closedSession(name), { hint: '' })
}

/** The same for a name that may not be there yet. @throws ChatCliError `refused`, `storage` */
export function refuseClosed(name: string, call: Pick<ToolCall, 'chatcli' | 'world'>): void {
  try {
    openSession(name, call)
  } catch (error) {
    if (!(error instanceof ChatCliError) || error.code !== 'not-found') throw error
  }
}
