import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { askFirst } from '../ask-first.ts'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { conversationHandle, servedNeeded, statusFields, statusJson } from '../served-for.ts'

const input = z.object({
  conversation: conversationHandle,
  confirm: z.boolean().optional().describe('True once the person agreed, where this client cannot ask them'),
})

/** Begins the conversation of a client anew; what was said stays in its session or copy. */
export const sessionClear: McpTool = defineTool({
  name: 'session_clear',
  title: 'Begin anew',
  kind: 'destructive',
  about:
    'Empties your conversation and lets go of its session. It is saved once more before; nothing that was said is lost. The person is asked first.',
  input,
  output: z.object(statusFields),
  run: clear,
})

async function clear(
  { conversation, confirm }: z.output<typeof input>,
  call: ToolCall,
): Promise<ToolAnswer | InputRequiredResult> {
  const served = await servedNeeded(conversation, call)
  const { messages } = served.status()
  const question = call.world.text.mcp.confirmClear(messages)
  const asked =
    messages === 0 ? undefined : await askFirst(call, { tool: 'session_clear', question, confirm })
  return asked ?? { result: statusJson(await served.clear()) }
}
