import type { Price } from './prices.ts'

/**
 * What a person can set about language models. Values are as they were written; {@link chooseModel} makes a choice of
 * them. A field that is not set is absent or undefined.
 */
export interface ModelSettings {
  /** `anthropic`, `openai`, `google`, `openrouter`, `ollama`, `openai-compatible`, or the older names of these. */
  readonly provider?: string | undefined
  /** The provider's name of the model, or `provider/model`. */
  readonly model?: string | undefined
  readonly anthropicKey?: string | undefined
  readonly anthropicUrl?: string | undefined
  readonly openaiKey?: string | undefined
  readonly openaiUrl?: string | undefined
  readonly googleKey?: string | undefined
  readonly googleUrl?: string | undefined
  readonly openrouterKey?: string | undefined
  /** As in `OLLAMA_HOST`: `host`, `host:port` or a URL. */
  readonly ollamaHost?: string | undefined
  /** How tools are offered: `auto` when not set. */
  readonly toolCalls?: 'auto' | 'native' | 'text' | undefined
  /** Upper bound of one answer, in tokens. */
  readonly maxTokens?: number | undefined
  /** How long one answer may take, in milliseconds. */
  readonly timeoutMs?: number | undefined
  /** How long a stream may be silent, in milliseconds. */
  readonly stallMs?: number | undefined
  /** How often a request that failed in passing is repeated. */
  readonly retries?: number | undefined
  /** Prices that are known better than the built-in ones, by the beginning of the model's name. */
  readonly prices?: Readonly<Record<string, Price>> | undefined
}
