import type { UsageTotal } from '../../agent/usage-total.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/** What answers took, in lines for a person. */
export function usageLines(usage: UsageTotal, { chat }: Catalogue): readonly string[] {
  const { answers, unknown, inputTokens, outputTokens, cost, unpriced } = usage
  if (answers === 0) return [chat.noUsage]
  const known = answers - unknown
  const price = known > 0 && unpriced === known ? chat.costUnknown : chat.cost(cost)
  return [
    ...(known > 0 ? [chat.usage(known, inputTokens, outputTokens, price)] : []),
    ...(unknown > 0 ? [chat.usageUnknown(unknown)] : []),
  ]
}
