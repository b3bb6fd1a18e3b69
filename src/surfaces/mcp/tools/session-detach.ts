import { z } from 'zod'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { conversationHandle, servedNeeded, statusFields, statusJson } from '../served-for.ts'

const input = z.object({ conversation: conversationHandle })

/** Lets go of the session; the conversation goes on. */
export const sessionDetach: McpTool = defineTool({
  name: 'session_detach',
  title: 'Let go of a session',
  kind: 'write',
  isIdempotent: true,
  about:
    'Lets go of the session that your conversation is bound to. The session stays as it is, the conversation goes on by itself.',
  input,
  output: z.object(statusFields),
  run: detach,
})

async function detach({ conversation }: z.output<typeof input>, call: ToolCall): Promise<ToolAnswer> {
  const served = await servedNeeded(conversation, call)
  return { result: statusJson(await served.detach()) }
}
