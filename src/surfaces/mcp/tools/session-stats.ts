import { z } from 'zod'
import { statsJson } from '../../../commands/json-of.ts'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { openSession } from '../open-session.ts'
import { storeStats, storeStatsFields } from '../store-stats.ts'

const input = z.object({
  name: z.string().min(1).optional().describe('A session; the whole store when left out'),
})
const count = z.int()
const moment = z.string().nullable()
const output = z.object({
  session: z
    .object({
      name: z.string(),
      source: z.enum(['journal', 'live history']),
      messages: count,
      byRole: z.record(z.string(), count),
      compacted: count,
      rewound: count,
      removed: count,
      missing: count,
      rewrites: count,
      writers: count,
      bytes: count,
      firstAt: moment,
      lastAt: moment,
      damaged: count,
    })
    .nullable(),
  store: z.object(storeStatsFields).nullable(),
})

/** Numbers about a session, or about the whole store. */
export const sessionStats: McpTool = defineTool({
  name: 'session_stats',
  title: 'Numbers about this memory',
  kind: 'read',
  about:
    'Counts: of one session (messages by role, times, what was compacted or rewound), or of the whole store.',
  input,
  output,
  run: stats,
})

async function stats({ name }: z.output<typeof input>, call: ToolCall): Promise<ToolAnswer> {
  if (name === undefined) return { result: { session: null, store: await storeStats(call) } }
  openSession(name, call)
  const { damage, id: _, ...session } = statsJson(call.chatcli.transcripts.stats(name))
  return {
    result: { session: { ...session, damaged: Array.isArray(damage) ? damage.length : 0 }, store: null },
  }
}
