import type { ToolResult } from '../tool.ts'

export interface RenderResultOptions {
  /** Random letters and digits, new for each result, so that nothing in the result can end it. */
  readonly fence: string
  /** Characters of the result that are kept. */
  readonly most?: number
}

/** A result as text of a message, marked as data. */
export function renderToolResult(name: string, result: ToolResult, options: RenderResultOptions): string {
  return `${name}${result.text}${options.fence}`
}
