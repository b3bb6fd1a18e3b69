import type { McpTool } from './mcp-tool.ts'
import type { McpWorld } from './mcp-world.ts'
import { sessionSearch } from './tools/session-search.ts'

const all: readonly McpTool[] = [sessionSearch]

/** The tools that are there, always in the same order. */
export function toolsFor(world: McpWorld): readonly McpTool[] {
  return all.filter((tool) => tool.isThere?.(world) ?? true)
}
