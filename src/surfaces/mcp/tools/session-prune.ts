import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { pruneItemJson } from '../../../commands/storage-json.ts'
import { retentionSettings } from '../../../commands/retention-settings.ts'
import { ChatCliError } from '../../../errors.ts'
import { askFirst } from '../ask-first.ts'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'

const mostItems = 100

const input = z.object({
  apply: z.boolean().default(false).describe('Remove it; else it is only told what would go'),
  confirm: z
    .boolean()
    .optional()
    .describe('With apply: true once the person agreed, where this client cannot ask them'),
})
const output = z.object({
  applied: z.boolean(),
  items: z.array(
    z.object({
      store: z.string(),
      reason: z.string(),
      name: z.string(),
      files: z.int(),
      bytes: z.int(),
      at: z.string().nullable(),
    }),
  ),
  total: z.int(),
  bytes: z.int(),
  more: z.int().describe('Items that are not listed'),
  failed: z.int(),
})

/** What is past its time goes: sessions that the program named itself into the trash. */
export const sessionPrune: McpTool = defineTool({
  name: 'session_prune',
  title: 'Remove what is past its time',
  kind: 'destructive',
  isIdempotent: true,
  about:
    'Tells what the rules of retention would remove now; with apply it goes, sessions into the trash. Sessions that a person named are never among it.',
  input,
  output,
  run: prune,
})

async function prune(
  { apply, confirm }: z.output<typeof input>,
  call: ToolCall,
): Promise<ToolAnswer | InputRequiredResult> {
  const { world, chatcli } = call
  const storage = await chatcli.storage()
  const policy = retentionSettings(world.settings)
  const planned = storage.prune({ policy })
  if (apply && planned.clock.verdict !== 'fine') {
    throw new ChatCliError('refused', world.text.mcp.badClock, { hint: world.text.mcp.badClockHint })
  }
  const isDone = apply && planned.items.length > 0
  if (isDone) {
    const question = world.text.mcp.confirmPrune(planned.items.length)
    const asked = await askFirst(call, { tool: 'session_prune', question, confirm })
    if (asked !== undefined) return asked
  }
  const { items, removed, failed } = isDone ? storage.prune({ policy, apply: true }) : planned
  const listed = isDone ? removed : items
  return {
    result: {
      applied: apply,
      items: listed.slice(0, mostItems).map(pruneItemJson),
      total: listed.length,
      bytes: listed.reduce((sum, { bytes }) => sum + bytes, 0),
      more: Math.max(0, listed.length - mostItems),
      failed: failed.length,
    },
  }
}
