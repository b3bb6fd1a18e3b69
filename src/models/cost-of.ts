import type { Price } from './prices.ts'

/** Tokens of one request; `input` counts those read from and written to the cache too. */
export interface TokenCount {
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly written: number
}

/** US dollars of one request. */
export function costOf({ input, output, cached, written }: TokenCount, price: Price): number {
  const rates = price.long !== undefined && input > price.long.over ? price.long : price
  const { cachedInput = rates.input, cacheWrite = rates.input } = rates
  const plain = Math.max(0, input - cached - written)
  return (plain * rates.input + cached * cachedInput + written * cacheWrite + output * rates.output) / 1e6
}
