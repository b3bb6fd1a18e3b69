import { z } from 'zod'
import type { SessionSummary } from '../../../chatcli.ts'
import { isClosedSession } from '../../../commands/closed-sessions.ts'
import { sessionJson } from '../../../commands/json-of.ts'
import type { JsonObject } from '../../../commands/command.ts'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { pageOfSessions } from '../page-of-sessions.ts'
import { recalledFields } from '../recalled-fields.ts'
import { sessionUri } from '../session-uri.ts'

const mostUnreadable = 20

const input = z.object({
  limit: z.int().min(1).max(200).default(50),
  source: z.string().optional().describe('Only conversations imported from this tool'),
  machine: z.boolean().default(true).describe('Also those that the program named itself'),
  cursor: z.string().optional().describe('nextCursor of the page before'),
})

const text = z.string()
const output = z.object({
  ...recalledFields,
  sessions: z.array(
    z.object({
      name: text,
      title: text,
      uri: text,
      createdAt: text.nullable(),
      updatedAt: text.nullable(),
      messages: z.int(),
      machine: z.boolean(),
      pinned: z.boolean(),
      interrupted: z.boolean(),
      source: text.nullable(),
    }),
  ),
  total: z.int(),
  more: z.int().describe('Sessions behind this page'),
  nextCursor: text.nullable(),
  unreadable: z.array(z.object({ name: text, code: text, reason: text })),
  unreadableMore: z.int(),
})

/** The saved sessions, newest first. */
export const sessionList: McpTool = defineTool({
  name: 'session_list',
  title: 'List past conversations',
  kind: 'read',
  about:
    'Lists saved sessions, newest first, with titles and sizes. To find something that was said, use session_search.',
  input,
  output,
  run: list,
})

function list({ limit, source, machine, cursor }: z.output<typeof input>, call: ToolCall): ToolAnswer {
  const { chatcli, world } = call
  const all = chatcli.sessions.list({ machine, ...(source === undefined ? {} : { source }) })
  const open = all.sessions.filter((session) => !isClosedSession(session, world.settings.hiddenSources))
  const filter = `list ${JSON.stringify([source ?? null, machine])}`
  const { sessions, more, nextCursor } = pageOfSessions(open, { list: filter, cursor, limit })
  return {
    isRecalled: true,
    result: {
      sessions: sessions.map(rowJson),
      total: open.length,
      more,
      nextCursor: nextCursor ?? null,
      unreadable: all.unreadable
        .slice(0, mostUnreadable)
        .map(({ name, code, reason }) => ({ name, code, reason })),
      unreadableMore: Math.max(0, all.unreadable.length - mostUnreadable),
    },
  }
}

function rowJson(session: SessionSummary): JsonObject {
  const { name, title, createdAt, updatedAt, messages, machine, pinned, interrupted, source } =
    sessionJson(session)
  return {
    name,
    title,
    uri: sessionUri(session.name),
    createdAt,
    updatedAt,
    messages,
    machine,
    pinned,
    interrupted,
    source,
  }
}
