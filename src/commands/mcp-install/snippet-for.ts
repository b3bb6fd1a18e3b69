import { editTomlTable } from './edit-toml-table.ts'
import type { McpClient } from './mcp-client.ts'
import { entryName } from './plan-change.ts'
import { entryFor, type ServerCall } from './server-call.ts'

/** What would have to stand in the settings of a program, as a document of its own. */
export async function snippetFor(client: McpClient, call: ServerCall): Promise<string> {
  const entry = entryFor(client, call)
  if (client.format === 'toml')
    return ((await editTomlTable('', [client.section, entryName], entry)) ?? '').trimEnd()
  return JSON.stringify({ [client.section]: { [entryName]: entry } }, null, 2)
}
