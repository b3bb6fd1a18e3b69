import type { McpTool } from './mcp-tool.ts'
import type { McpWorld } from './mcp-world.ts'
import { append } from './tools/append.ts'
import { chat } from './tools/chat.ts'
import { manageSession } from './tools/manage-session.ts'
import { sessionAttach } from './tools/session-attach.ts'
import { sessionClear } from './tools/session-clear.ts'
import { sessionDelete } from './tools/session-delete.ts'
import { sessionDetach } from './tools/session-detach.ts'
import { sessionExport } from './tools/session-export.ts'
import { sessionFork } from './tools/session-fork.ts'
import { sessionGet } from './tools/session-get.ts'
import { sessionList } from './tools/session-list.ts'
import { sessionPrune } from './tools/session-prune.ts'
import { sessionRename } from './tools/session-rename.ts'
import { sessionSave } from './tools/session-save.ts'
import { sessionSearch } from './tools/session-search.ts'
import { sessionStats } from './tools/session-stats.ts'
import { sessionStatus } from './tools/session-status.ts'

/** What stands for more than one tool. */
const groups = ['all', 'safe']
const all: readonly McpTool[] = [
  sessionSearch,
  sessionGet,
  sessionList,
  sessionStatus,
  sessionStats,
  sessionExport,
  sessionSave,
  sessionAttach,
  sessionDetach,
  sessionFork,
  sessionRename,
  append,
  chat,
  sessionDelete,
  sessionClear,
  sessionPrune,
  manageSession,
]

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
