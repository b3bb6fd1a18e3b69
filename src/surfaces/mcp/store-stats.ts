import { z } from 'zod'
import type { JsonObject } from '../../commands/command.ts'
import { retentionSettings } from '../../commands/retention-settings.ts'
import type { McpMemory, McpWorld } from './mcp-world.ts'

const count = z.int()

/** Numbers about the whole store. */
export const storeStatsFields: {
  readonly sessions: z.ZodInt
  readonly machine: z.ZodInt
  readonly unreadable: z.ZodInt
  readonly messages: z.ZodInt
  readonly indexed: z.ZodInt
  readonly stores: z.ZodArray<z.ZodObject<{ store: z.ZodString; files: z.ZodInt; bytes: z.ZodInt }>>
  readonly newest: z.ZodNullable<z.ZodString>
} = {
  sessions: count,
  machine: count.describe('Those that the program named itself'),
  unreadable: count,
  messages: count.describe('In the search index'),
  indexed: count.describe('Sessions in the search index'),
  stores: z.array(z.object({ store: z.string(), files: count, bytes: count })),
  newest: z.string().nullable(),
}

/** They count what no client gets to see too, and say nothing of it. */
export async function storeStats({
  chatcli,
  world,
}: Pick<McpMemory, 'chatcli'> & { readonly world: McpWorld }): Promise<JsonObject> {
  const { sessions, unreadable } = chatcli.sessions.list()
  const { indexed, messages } = chatcli.index.status()
  const storage = await chatcli.storage()
  const { stores } = storage.report({ policy: retentionSettings(world.settings) })
  const [newest] = sessions
  return {
    sessions: sessions.length,
    machine: sessions.filter(({ machine }) => machine).length,
    unreadable: unreadable.length,
    messages,
    indexed,
    stores: stores.map(({ store, files, bytes }) => ({ store, files, bytes })),
    newest: newest === undefined ? null : new Date(newest.updatedAt).toISOString(),
  }
}
