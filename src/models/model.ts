import type { Message, ToolCall } from '../conversation/message.ts'

/** A language model that can be talked to: the one port behind which every provider stands. */
export interface Model {
  /** The provider's name as in the settings, such as `anthropic` or `ollama`. */
  readonly provider: string
  /** The provider's name of the model. */
  readonly id: string
  /** Whether it runs on this machine, so that nothing said to it leaves it. */
  readonly isLocal: boolean
  /**
   * `text`: it has no calls of its own, so the tools are described to it and its calls are read in its answer. Where the
   * person left it open, it becomes `text` once the model has refused tools.
   */
  readonly toolCalls: 'native' | 'text'
  /**
   * Streams one answer. The messages are not changed; what the provider accepts is made of them on the way.
   *
   * @throws ChatCliError `provider` when it cannot answer or breaks off, `tools-unsupported` when it refuses tools,
   *   `interrupted` when the signal was given. What was streamed before stands.
   */
  answer(request: ModelRequest): AsyncIterable<ModelEvent>
}

export interface ModelRequest {
  /** What the model is told before the conversation. */
  readonly instructions: string
  /** The window, oldest first. */
  readonly messages: readonly Message[]
  /** Not sent to a model with `toolCalls: 'text'`. */
  readonly tools: readonly ToolSpec[]
  /** Upper bound of the answer, in tokens; the provider's own when not given. */
  readonly maxTokens?: number
  readonly signal?: AbortSignal
}

/** What a model is told of a tool. */
export interface ToolSpec {
  readonly name: string
  readonly about: string
  /** JSON Schema of an object. */
  readonly input: Readonly<Record<string, unknown>>
}

export type ModelEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  /** Only of a complete answer. One whose arguments are no JSON has no `arguments`, and what was written in `raw`. */
  | { readonly kind: 'tool-call'; readonly call: ToolCall }
  /** The provider could not answer yet; it is asked again. Only before the first text. */
  | {
      readonly kind: 'retry'
      /** 1 for the first repetition. */
      readonly attempt: number
      readonly of: number
      readonly waitMs: number
      /** In words, for the person. */
      readonly reason: string
    }
  | {
      readonly kind: 'end'
      readonly reason: 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other'
      /** Undefined where the server does not say. */
      readonly usage: Usage | undefined
    }

/** What an answer took. */
export interface Usage {
  /** Tokens of the request, those read from the provider's cache included. */
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens?: number
  /** US dollars; undefined for a model whose price is not known. */
  readonly cost?: number
}
