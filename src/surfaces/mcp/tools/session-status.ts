import { z } from 'zod'
import { openSessions } from '../../../commands/closed-sessions.ts'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { conversationHandle, servedFor, statusFields, statusJson } from '../served-for.ts'

const mostConversations = 20

const input = z.object({ conversation: conversationHandle })
const output = z.object({
  conversation: z
    .object(statusFields)
    .nullable()
    .describe('The one that was asked for, or of this protocol session'),
  conversations: z.array(z.object(statusFields)).describe('Yours, newest first'),
  conversationsMore: z.int(),
  sessions: z.int().describe('Saved sessions'),
  model: z.boolean().describe('Whether chat can answer'),
})

/** How a conversation of the client stands, and which it has. */
export const sessionStatus: McpTool = defineTool({
  name: 'session_status',
  title: 'State of this memory',
  kind: 'read',
  about:
    'Tells what your conversation is bound to and how long it is, which conversations you have, and how many sessions are saved.',
  input,
  output,
  run: status,
})

async function status({ conversation }: z.output<typeof input>, call: ToolCall): Promise<ToolAnswer> {
  const { conversations, principal, chatcli, world } = call
  const served = await servedFor(conversation, call)
  const all = conversations.list({ principal })
  return {
    result: {
      conversation: served === undefined ? null : statusJson(served.status()),
      conversations: all.slice(0, mostConversations).map(statusJson),
      conversationsMore: Math.max(0, all.length - mostConversations),
      sessions: openSessions(chatcli, world.settings.hiddenSources).length,
      model: world.hasModel,
    },
  }
}
