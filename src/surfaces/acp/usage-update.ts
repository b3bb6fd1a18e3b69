import type { UsageUpdate } from '@agentclientprotocol/sdk/unstable'
import type { Message } from '../../conversation/message.ts'
import { contextWindowOf } from '../../models/context-window.ts'
import { providerNamed } from '../../models/providers.ts'

export interface UsageOptions {
  /** CHATCLI_CONTEXT_WINDOW, tokens. */
  readonly own: number | undefined
  /** US dollars, of the whole conversation. */
  readonly cost: number
}

/** How full the window of the model is after an answer; undefined where its server does not say what it took. */
export function usageUpdate({ meta }: Message, { own, cost }: UsageOptions): UsageUpdate | undefined {
  const usage = meta?.['usage']
  const provider = providerNamed(textOf(meta?.['provider']))
  if (typeof usage !== 'object' || usage === null || provider === undefined) return undefined
  const { inputTokens, outputTokens } = usage as { readonly inputTokens?: unknown; outputTokens?: unknown }
  if (typeof inputTokens !== 'number' || typeof outputTokens !== 'number') return undefined
  const { tokens } = contextWindowOf(provider, textOf(meta?.['model']), { own })
  const paid = cost > 0 ? { cost: { amount: cost, currency: 'USD' } } : {}
  return { used: inputTokens + outputTokens, size: tokens, ...paid }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
