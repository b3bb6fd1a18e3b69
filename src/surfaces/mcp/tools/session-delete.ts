import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { askFirst } from '../ask-first.ts'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { openSession } from '../open-session.ts'

const input = z.object({
  name: z.string().min(1).describe('Name of a session'),
  confirm: z.boolean().optional().describe('True once the person agreed, where this client cannot ask them'),
})
const output = z.object({
  name: z.string(),
  trash: z.string().nullable().describe('Its entry in the trash'),
  undo: z.string().describe('The command that brings it back'),
})

/** Moves a session to the trash. */
export const sessionDelete: McpTool = defineTool({
  name: 'session_delete',
  title: 'Delete a session',
  kind: 'destructive',
  about:
    'Moves a saved session to the trash, from which the person can restore it. The person is asked first.',
  input,
  output,
  run: remove,
})

async function remove(
  { name, confirm }: z.output<typeof input>,
  call: ToolCall,
): Promise<ToolAnswer | InputRequiredResult> {
  const { messages } = openSession(name, call)
  const question = call.world.text.mcp.confirmDelete(name, messages)
  const asked = await askFirst(call, { tool: 'session_delete', question, confirm })
  if (asked !== undefined) return asked
  const { entry } = call.chatcli.sessions.delete(name)
  return { result: { name, trash: entry ?? null, undo: `chatcli session restore ${name}` } }
}
