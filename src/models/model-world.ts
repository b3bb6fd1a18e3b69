/** What reading an answer needs of the world. */
export interface ModelWorld {
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Ends early when the signal is given. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 up to 1. */
  readonly random: () => number
  /** Runs something later, unless what it returns is called before; `setTimeout` when not given. */
  readonly after?: (ms: number, run: () => void) => () => void
}
