import type { ToolSpec } from '../../models/model.ts'
import { estimateTokens } from '../../models/token-count/estimate-tokens.ts'

/** Tokens of a request that are not its messages', estimated: the same for tools that are described in words. */
export function requestTokens(instructions: string, tools: readonly ToolSpec[]): number {
  return tools.reduce(
    (sum, { name, about, input }) => sum + estimateTokens(`${name} ${about} ${JSON.stringify(input)}`),
    estimateTokens(instructions),
  )
}
