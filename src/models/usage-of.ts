import { costOf } from './cost-of.ts'
import type { ProviderModel } from './language-model.ts'
import type { Usage } from './model.ts'
import type { Price } from './prices.ts'

type StreamResult = Awaited<ReturnType<ProviderModel['doStream']>>
type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never

/** The tokens as the provider packages count them. */
export type ProviderUsage = Extract<StreamPart, { readonly type: 'finish' }>['usage']

/** What an answer took; undefined when the server does not say. */
export function usageOf(
  { inputTokens, outputTokens }: ProviderUsage,
  price: Price | undefined,
): Usage | undefined {
  const { total: input, cacheRead: cached = 0, cacheWrite: written = 0 } = inputTokens
  const { total: output } = outputTokens
  if (input === undefined && output === undefined) return undefined
  const count = { input: input ?? 0, output: output ?? 0, cached, written }
  return {
    inputTokens: count.input,
    outputTokens: count.output,
    ...(inputTokens.cacheRead === undefined ? {} : { cachedInputTokens: cached }),
    ...(price === undefined ? {} : { cost: costOf(count, price) }),
  }
}
