import { type CallToolResult, type InputRequiredResult, ProtocolError } from '@modelcontextprotocol/server'
import { hintForName } from './hint-for-name.ts'
import { checkArguments } from './check-arguments.ts'
import { fencedJson, masked } from './leaving.ts'
import type { McpTool, ToolAnswer, ToolCall } from './mcp-tool.ts'
import type { McpMemory, McpWorld } from './mcp-world.ts'
import { toolFailure } from './tool-failure.ts'

/** Runs a tool. What goes wrong is an answer with `isError`, except what the protocol has an error of its own for. */
export async function callTool(
  tool: McpTool,
  call: Omit<ToolCall, keyof McpMemory>,
): Promise<CallToolResult | InputRequiredResult> {
  const { world, values } = call
  let memory: McpMemory | undefined
  try {
    const args = checkArguments(tool, values, world.text)
    memory = await world.memory()
    if (tool.kind !== 'read') memory.requireKey()
    const answer = await tool.run(args, { ...call, ...memory })
    return isAnswer(answer) ? resultOf(answer, world) : answer
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    return toolFailure(error, world.text, memory && hintForName(error, values, memory.chatcli, world))
  }
}

function isAnswer(answer: ToolAnswer | CallToolResult | InputRequiredResult): answer is ToolAnswer {
  return 'result' in answer
}

/** The JSON, once for programs and once as text for clients that know texts only. */
function resultOf(
  { result, links = [], isRecalled = false }: ToolAnswer,
  { settings, randomHex }: McpWorld,
): CallToolResult {
  const clean = masked(result, settings)
  const json = isRecalled ? fencedJson(clean, randomHex(16)) : clean
  return {
    content: [{ type: 'text', text: JSON.stringify(json) }, ...links],
    structuredContent: { ...json },
  }
}
