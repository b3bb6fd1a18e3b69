import { ChatCliError } from '../errors.ts'
import type { Price } from '../models/prices.ts'
import type { ValuePlace } from './setting-row.ts'

/**
 * Reads `[prices."model-prefix"]` with `input`, `output` and perhaps `cached`: US dollars per million tokens.
 *
 * @throws ChatCliError `usage`
 */
export function parsePrices(table: unknown, place: ValuePlace): Readonly<Record<string, Price>> {
  if (!isTable(table)) throw badPrices(place.name)
  return Object.fromEntries(
    Object.entries(table).map(([prefix, given]) => {
      const name = `${place.name}, ${JSON.stringify(prefix)}`
      if (!isTable(given)) throw badPrices(name)
      const { input, output, cached, ...others } = given
      if (!isPrice(input) || !isPrice(output) || Object.keys(others).length > 0) throw badPrices(name)
      if (cached === undefined) return [prefix, { input, output }]
      if (!isPrice(cached)) throw badPrices(name)
      return [prefix, { input, output, cachedInput: cached }]
    }),
  )
}

function badPrices(name: string): ChatCliError {
  return new ChatCliError('usage', `${name}: that is no price.`, {
    hint: 'Write [prices."MODEL"] and below it input = 3, output = 15, cached = 0.3: US dollars per million tokens.',
  })
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value)
}
