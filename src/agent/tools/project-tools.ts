import { randomUUID } from 'node:crypto'
import { openProjectFiles } from '../../disk/project-files-open.ts'
import type { Tool } from '../tool.ts'
import { createCommandTool } from './command-tool.ts'
import { createEditTool } from './edit-tool.ts'
import { createGrepTool } from './grep-tool.ts'
import { createListTool } from './list-tool.ts'
import { createReadTool } from './read-tool.ts'
import { createWriteTool } from './write-tool.ts'

export interface ProjectToolsOptions {
  /** The working folder. */
  readonly cwd: string
  /** Folders that cannot be reached although they are inside: the home of this program. */
  readonly forbidden: readonly string[]
  /** The environment of this process; commands do not get the keys of providers. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform?: NodeJS.Platform
  /** As in `writeDurably`. */
  readonly randomName?: () => string
}

/**
 * The tools for a working folder: `read`, `list`, `grep`, `write`, `edit` and `run`.
 *
 * @throws ChatCliError `not-found` when there is no such folder
 */
export function projectTools(options: ProjectToolsOptions): readonly Tool[] {
  const { cwd, forbidden, environment, platform = process.platform, randomName = randomUUID } = options
  const files = openProjectFiles(cwd, { forbidden, randomName })
  return [
    createReadTool(files),
    createListTool(files),
    createGrepTool(files),
    createWriteTool(files),
    createEditTool(files),
    createCommandTool({ folder: files.root, environment, platform }),
  ]
}
