import { z } from 'zod'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { openSession } from '../open-session.ts'
import { conversationHandle, servedNeeded, statusFields, statusJson } from '../served-for.ts'
import { sessionUri } from '../session-uri.ts'

const input = z.object({
  to: z.string().min(1).describe('Name of the copy'),
  name: z.string().min(1).optional().describe('The session to copy; your conversation when left out'),
  conversation: conversationHandle,
})
const output = z.object({
  name: z.string(),
  uri: z.string(),
  messages: z.int(),
  conversation: z
    .object(statusFields)
    .nullable()
    .describe('Yours, when it is what was forked: it goes on in the copy'),
})

/** Copies a session, or goes on with the conversation of a client in a copy. */
export const sessionFork: McpTool = defineTool({
  name: 'session_fork',
  title: 'Fork a conversation',
  kind: 'write',
  about: 'Copies a saved session under another name, or forks your conversation and goes on in the copy.',
  input,
  output,
  run: fork,
})

async function fork({ to, name, conversation }: z.output<typeof input>, call: ToolCall): Promise<ToolAnswer> {
  if (name !== undefined) {
    openSession(name, call)
    const { messages } = call.chatcli.sessions.fork(name, to)
    return { result: { name: to, uri: sessionUri(to), messages, conversation: null } }
  }
  const served = await servedNeeded(conversation, call)
  const status = await served.fork(to)
  return {
    result: { name: to, uri: sessionUri(to), messages: status.messages, conversation: statusJson(status) },
  }
}
