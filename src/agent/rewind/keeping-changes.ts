import { ChatCliError } from '../../errors.ts'
import type { Tool } from '../tool.ts'
import type { FileKeeper } from './file-keeper.ts'

const changing: ReadonlySet<string> = new Set(['write', 'edit'])

/**
 * The same tools; what `write` and `edit` change is kept before and after. What commands change is not known, and so
 * not kept.
 */
export function keepingChanges(tools: readonly Tool[], keeper: FileKeeper): readonly Tool[] {
  return tools.map((tool) => (changing.has(tool.name) ? keeping(tool, keeper) : tool))
}

function keeping(tool: Tool, keeper: FileKeeper): Tool {
  return {
    ...tool,
    async run(args, context) {
      const path = tool.needs(args)?.subject
      if (path === undefined) return tool.run(args, context)
      let end: (() => void) | undefined
      try {
        end = keeper.beginChange(path)
      } catch (error) {
        if (!(error instanceof ChatCliError)) throw error
        // What the tool itself would refuse, it says better.
        if (error.code === 'storage') {
          const text = `Not changed: what was there could not be kept for /rewind. ${error.message}`
          return { text, isError: true }
        }
      }
      const result = await tool.run(args, context)
      try {
        end?.()
      } catch (error) {
        // What it left counts as unknown then, and /rewind leaves the file alone.
        if (!(error instanceof ChatCliError)) throw error
      }
      return result
    },
  }
}
