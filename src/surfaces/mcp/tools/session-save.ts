import { z } from 'zod'
import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { askFirst } from '../ask-first.ts'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { refuseClosed } from '../open-session.ts'
import { conversationHandle, servedNeeded, statusFields, statusJson } from '../served-for.ts'

const input = z.object({
  name: z.string().min(1).optional().describe('A name for it; the one it is bound to when left out'),
  conversation: conversationHandle,
  force: z.boolean().default(false).describe('Take the place of another conversation of that name'),
  confirm: z.boolean().optional().describe('With force: true once the person agreed'),
})

/** Saves the conversation of a client under a name. */
export const sessionSave: McpTool = defineTool({
  name: 'session_save',
  title: 'Save this conversation',
  kind: 'write',
  isIdempotent: true,
  about:
    'Saves your conversation (handed over with append, or had with chat) under a name, and binds it to that session.',
  input,
  output: z.object(statusFields),
  run: save,
})

async function save(
  { name, conversation, force, confirm }: z.output<typeof input>,
  call: ToolCall,
): Promise<ToolAnswer | InputRequiredResult> {
  const served = await servedNeeded(conversation, call)
  if (name !== undefined && force) {
    refuseClosed(name, call)
    const question = call.world.text.mcp.confirmOverwrite(name)
    const isOther = call.chatcli.sessions.exists(name) && served.status().session !== name
    const asked = isOther ? await askFirst(call, { tool: 'session_save', question, confirm }) : undefined
    if (asked !== undefined) return asked
  }
  return { result: statusJson(await served.save(name, { force })) }
}
