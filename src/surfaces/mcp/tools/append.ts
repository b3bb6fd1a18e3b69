import { z } from 'zod'
import type { HandedOver } from '../../../commands/serving/served-conversation.ts'
import { ChatCliError } from '../../../errors.ts'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { conversationHandle, servedOrNew, statusFields, statusJson } from '../served-for.ts'

const mostMessages = 200

const message = z.strictObject({
  id: z.string().min(1).max(200).describe('Your own id of this message: the same one is never added twice'),
  role: z.enum(['user', 'assistant', 'tool']),
  content: z.string().max(2_000_000),
  at: z.iso.datetime({ offset: true }).optional().describe('When it was said; now when left out'),
  toolCalls: z
    .array(z.strictObject({ id: z.string(), name: z.string(), arguments: z.unknown().optional() }))
    .optional()
    .describe('Of an assistant: what it asked tools to do'),
  toolCallId: z.string().optional().describe('Of a tool: the call it answers'),
})
const input = z.object({
  messages: z.array(message).min(1).max(mostMessages),
  conversation: conversationHandle,
})
const output = z.object({
  ...statusFields,
  added: z.int(),
  known: z.int().describe('Messages that were there already'),
})

/** Remembers what an agent and its person said to one another. */
export const append: McpTool = defineTool({
  name: 'append',
  title: 'Remember these turns',
  kind: 'write',
  isIdempotent: true,
  about:
    'Hands over turns of your own conversation to be remembered: they are on the disk when this returns, and can be found by session_search. Safe to repeat: a message whose id is known is not added again. Gives the handle to pass as `conversation` the next time.',
  input,
  output,
  run: appendMessages,
})

async function appendMessages(
  { messages, conversation }: z.output<typeof input>,
  call: ToolCall,
): Promise<ToolAnswer> {
  const served = await servedOrNew(conversation, call)
  const { added, known, notSaved } = await served.append(messages.map(handedOver))
  if (notSaved) {
    const { mcp } = call.world.text
    throw new ChatCliError('storage', mcp.notSaved, { hint: mcp.notSavedHint(served.id) })
  }
  return { result: { ...statusJson(served.status()), added, known } }
}

function handedOver({ id, role, content, at, toolCalls, toolCallId }: z.output<typeof message>): HandedOver {
  const calls = toolCalls?.map((one) => ({ id: one.id, name: one.name, arguments: one.arguments }))
  return {
    id,
    message: {
      role,
      content,
      ...(calls === undefined ? {} : { tool_calls: calls }),
      ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
    },
    ...(at === undefined ? {} : { at: Date.parse(at) }),
  }
}
