import { z } from 'zod'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { refuseClosed } from '../open-session.ts'
import { conversationHandle, servedOrNew, statusFields, statusJson } from '../served-for.ts'

const input = z.object({
  name: z.string().min(1).describe('Name of a session; a new one begins when there is none'),
  conversation: conversationHandle,
  load: z
    .boolean()
    .default(false)
    .describe('Put the session in the place of what was said in your conversation'),
})

/** Binds the conversation of a client to a session. */
export const sessionAttach: McpTool = defineTool({
  name: 'session_attach',
  title: 'Go on with a session',
  kind: 'write',
  isIdempotent: true,
  about:
    'Binds your conversation to a saved session: what is said from now on is written to it, also by others who are bound to it (terminal, editor). Gives the handle that later calls take as `conversation`.',
  input,
  output: z.object(statusFields),
  run: attach,
})

async function attach(
  { name, conversation, load }: z.output<typeof input>,
  call: ToolCall,
): Promise<ToolAnswer> {
  refuseClosed(name, call)
  const served = await servedOrNew(conversation, call)
  return { result: statusJson(await (load ? served.load(name) : served.attach(name))) }
}
