export interface WindowBudgetOptions {
  /** Tokens the model takes, see `contextWindowOf`. */
  readonly contextWindow: number
  /** The part of it that the window may fill: 0.75 before it is compacted by itself, 0.5 where a person asks. */
  readonly share: number
  /** Tokens of the request that are not the window's: instructions, tools. */
  readonly besides?: number | undefined
  /** Tokens kept free for the answer. */
  readonly answer?: number | undefined
  /** CHATCLI_MAX_PAYLOAD: bytes a request may have; what the window has of both, to turn bytes into tokens. */
  readonly maxPayload?: number | undefined
  readonly windowBytes?: number | undefined
  readonly windowTokens?: number | undefined
}

/** A request of more bytes than this share of the bound is too near to it. */
const payloadShare = 0.7

/** Tokens that the messages of a window may have at most; never less than 256. */
export function windowBudget(options: WindowBudgetOptions): number {
  const { contextWindow, share, besides = 0, answer = 0 } = options
  const { maxPayload, windowBytes = 0, windowTokens = 0 } = options
  const byTokens = Math.min(contextWindow * share, contextWindow - answer) - besides
  const byBytes =
    maxPayload === undefined || windowBytes === 0
      ? Infinity
      : (windowTokens / windowBytes) * maxPayload * payloadShare
  return Math.max(256, Math.floor(Math.min(byTokens, byBytes)))
}
