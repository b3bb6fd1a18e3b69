import type { Price } from './prices.ts'
import type { ProviderName } from './providers.ts'

/** Which model is to answer, and how it is reached. */
export interface ModelChoice {
  readonly provider: ProviderName
  /** Undefined: the first that the server lists. */
  readonly model: string | undefined
  readonly apiKey?: string | undefined
  /** The provider's own when not given. */
  readonly baseUrl?: string | undefined
  /** `auto`: native until the model refuses tools. */
  readonly toolCalls: 'auto' | 'native' | 'text'
  /** Of an answer, in tokens, where the request does not say. */
  readonly maxTokens?: number | undefined
  /** How long the server may be silent. Before its first byte one on this machine may be so until `timeoutMs`. */
  readonly stallMs: number
  /** How long one answer may take. */
  readonly timeoutMs: number
  /** How often a request that failed in passing is repeated. */
  readonly retries: number
  /** By the beginning of the model's name; they come before the built-in ones. */
  readonly prices?: Readonly<Record<string, Price>> | undefined
}
