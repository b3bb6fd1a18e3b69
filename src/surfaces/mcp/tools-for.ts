import type { McpTool } from './mcp-tool.ts'
import type { McpWorld } from './mcp-world.ts'
import { sessionSearch } from './tools/session-search.ts'

/** What stands for more than one tool. */
const groups = ['all', 'safe']
const all: readonly McpTool[] = [sessionSearch]

/** The tools that are there, always in the same order: those that the settings ask for, and that can do something here. */
export function toolsFor(world: McpWorld): readonly McpTool[] {
  const { mcpTools } = world.settings
  const isAsked = ({ name, kind }: McpTool): boolean =>
    mcpTools.includes('all') || mcpTools.includes(name) || (mcpTools.includes('safe') && kind === 'read')
  return all.filter((tool) => isAsked(tool) && (tool.isThere?.(world) ?? true))
}

/** What the settings ask for, and there is no tool of that name. */
export function unknownTools(asked: readonly string[]): readonly string[] {
  return asked.filter((name) => !groups.includes(name) && !all.some((tool) => tool.name === name))
}
