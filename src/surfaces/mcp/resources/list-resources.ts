import type { ListResourcesResult, Resource } from '@modelcontextprotocol/server'
import type { ChatCli, SessionSummary } from '../../../chatcli.ts'
import { openSessions } from '../../../commands/closed-sessions.ts'
import { sanitiseLine } from '../../../text/sanitise.ts'
import { maskedText } from '../leaving.ts'
import type { McpWorld } from '../mcp-world.ts'
import { pageOfSessions } from '../page-of-sessions.ts'
import { sessionUri, statsUri } from '../session-uri.ts'

const pageLength = 100

/** The resources there are: numbers about the store, then the sessions, newest first, page by page. */
export function listResources(
  chatcli: ChatCli,
  { settings, text }: McpWorld,
  cursor: string | undefined,
): ListResourcesResult {
  const open = openSessions(chatcli, settings.hiddenSources)
  const { sessions, nextCursor } = pageOfSessions(open, { list: 'resources', cursor, limit: pageLength })
  const resourceOf = (session: SessionSummary): Resource => {
    const title = sanitiseLine(maskedText(session.title, settings))
    return {
      uri: sessionUri(session.name),
      name: session.name,
      ...(title === '' ? {} : { title }),
      description: text.messageCount(session.messages),
      mimeType: 'text/plain',
      annotations: annotationsOf(session),
    }
  }
  const isFirst = cursor === undefined || cursor === ''
  return {
    resources: [...(isFirst ? [stats(text.mcp.statsTitle)] : []), ...sessions.map(resourceOf)],
    ...(nextCursor === undefined ? {} : { nextCursor }),
  }
}

/** What a person named matters more than what the program kept by itself. */
function annotationsOf({ updatedAt, pinned, machine }: SessionSummary): NonNullable<Resource['annotations']> {
  return {
    audience: ['user', 'assistant'],
    priority: pinned ? 1 : machine ? 0.3 : 0.7,
    ...(updatedAt > 0 ? { lastModified: new Date(updatedAt).toISOString() } : {}),
  }
}

function stats(title: string): Resource {
  return {
    uri: statsUri,
    name: 'stats',
    title,
    mimeType: 'application/json',
    annotations: { audience: ['user'], priority: 0.1 },
  }
}
