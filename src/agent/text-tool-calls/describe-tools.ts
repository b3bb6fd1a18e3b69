import type { ToolSpec } from '../../models/model.ts'

/** What a model without calls of its own is told of the tools; `''` when there are none. */
export function describeTools(tools: readonly ToolSpec[]): string {
  return tools.map(({ name }) => name).join()
}
