import { describe, expect, it } from 'vitest'
import { priceOf } from './price-of.ts'
import { knownPrices } from './prices.ts'

describe('priceOf', () => {
  it('knows a model with its date or its maker', () => {
    const price = knownPrices['claude-opus-4-5']
    expect(price).toBeDefined()
    const names = [
      'claude-opus-4-5',
      'claude-opus-4-5-20251101',
      'anthropic/claude-opus-4-5',
      'claude-opus-4-5[1m]',
    ]
    for (const name of names) expect(priceOf(name)).toBe(price)
  })

  it('does not give a model the price of a relative', () => {
    expect(priceOf('gpt-5-pro')).toBeUndefined()
    expect(priceOf('claude-opus-4-9')).toBeUndefined()
    expect(priceOf('constructor')).toBeUndefined()
  })

  it('takes the longest of the own beginnings first', () => {
    const own = { 'gpt-': { input: 1, output: 1 }, 'gpt-5-': { input: 2, output: 2 } }
    expect(priceOf('gpt-5-pro', own)).toBe(own['gpt-5-'])
    expect(priceOf('openai/gpt-5', own)).toBe(own['gpt-'])
    expect(priceOf('gpt-5', {})).toBe(knownPrices['gpt-5'])
  })
})
