/** What a model costs, in US dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  /** Of input read from the provider's cache; as other input when not given. */
  readonly cachedInput?: number
  /** Of input written to the provider's cache; as other input when not given. */
  readonly cacheWrite?: number
  /** What a request costs as a whole when its input is longer than so many tokens. */
  readonly long?: Omit<Price, 'long'> & { readonly over: number }
}

/**
 * List prices of 2026-11-30, of well-known models by their names without a date. Prices change; a person's own go before
 * them. A model that is not here has no price rather than
 * that of a relative.
 */
export const knownPrices: Readonly<Record<string, Price>> = {
  'claude-fable-5-1': claude(10, 50, 0.25),
  'claude-fable-5': claude(10, 50, 1),
  'claude-opus-5-5': claude(4, 20, 0.2),
  'claude-opus-5': claude(5, 25, 0.5),
  'claude-opus-4-8': claude(5, 25, 0.5),
  'claude-opus-4-7': claude(5, 25, 0.5),
  'claude-opus-4-6': claude(5, 25, 0.5),
  'claude-opus-4-5': claude(5, 25, 0.5),
  'claude-opus-4-1': claude(15, 75, 1.5),
  'claude-sonnet-5-5': claude(2, 10, 0.1),
  'claude-sonnet-5': claude(2, 10, 0.2),
  'claude-sonnet-4-6': claude(3, 15, 0.3),
  'claude-sonnet-4-5': claude(3, 15, 0.3),
  'claude-haiku-5-5': { ...claude(0.1, 0.5, 0.01), long: { over: 100_000, ...claude(0.5, 2.5, 0.05) } },
  'claude-haiku-4-5': claude(1, 5, 0.1),

  'gpt-6-astra': gpt(10, 50, 1),
  'gpt-6.1-sol': gpt(2, 10, 0.1),
  'gpt-6-sol': gpt(2, 10, 0.2),
  'gpt-6.1-terra': gpt(1, 5, 0.05),
  'gpt-6-luna': gpt(0.1, 0.5, 0.01),
  'gpt-5': { input: 1.25, output: 10, cachedInput: 0.125 },
  'gpt-5-mini': { input: 0.25, output: 2, cachedInput: 0.025 },
  'gpt-5-nano': { input: 0.05, output: 0.4, cachedInput: 0.005 },
  'gpt-4.1': { input: 2, output: 8, cachedInput: 0.5 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6, cachedInput: 0.1 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4, cachedInput: 0.025 },
  'gpt-4o': { input: 2.5, output: 10, cachedInput: 1.25 },
  'gpt-4o-mini': { input: 0.15, output: 0.6, cachedInput: 0.075 },

  'gemini-4-argon': { input: 4, output: 20, cachedInput: 0.2 },
  'gemini-3.8-flash': { input: 0.75, output: 3.75 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5, cachedInput: 0.03 },
  'gemini-2.5-flash-lite': { input: 0.1, output: 0.4, cachedInput: 0.01 },
}

/** Writing to the cache costs a quarter more than other input. */
function claude(input: number, output: number, cachedInput: number): Price {
  return { input, output, cachedInput, cacheWrite: 1.25 * input }
}

/** Over 272,000 tokens of input everything read costs twice and everything written one and a half times as much. */
function gpt(input: number, output: number, cachedInput: number): Price {
  const cacheWrite = 1.25 * input
  const long = {
    over: 272_000,
    input: 2 * input,
    output: 1.5 * output,
    cachedInput: 2 * cachedInput,
    cacheWrite: 2 * cacheWrite,
  }
  return { input, output, cachedInput, cacheWrite, long }
}
