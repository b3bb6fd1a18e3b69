import { similarWords } from '../../commands/similar-words.ts'
import type { JsonObject } from '../../commands/command.ts'
import { ChatCliError } from '../../errors.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import type { McpTool } from './mcp-tool.ts'

/**
 * What a tool is called with, once it is known to be right. A `null` is an argument that was left out.
 *
 * @throws ChatCliError `usage` that names the argument that is wrong, and for a misspelt one the right one
 */
export function checkArguments(tool: McpTool, given: JsonObject, text: Catalogue): unknown {
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const unknown = Object.keys(values).find((key) => !tool.takes.includes(key))
  if (unknown !== undefined) {
    const near = similarWords(unknown, tool.takes)
    throw new ChatCliError('usage', text.mcp.unknownArgument(tool.name, unknown), {
      hint: near.length > 0 ? text.didYouMean(near) : text.mcp.takes(tool.name, tool.takes),
    })
  }
  const checked = tool.check(values)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const path = (issue?.path ?? []).join('.')
  const isMissing = issue?.path.length === 1 && !Object.hasOwn(values, path)
  const message = isMissing
    ? text.mcp.missingArgument(tool.name, path)
    : text.mcp.badArgument(tool.name, path, issue?.message ?? '')
  throw new ChatCliError('usage', message, { hint: text.mcp.takes(tool.name, tool.takes) })
}
