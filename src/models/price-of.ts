import { knownPrices, type Price } from './prices.ts'

/** A date, as in `-20260921` or `-2026-09-21`, `-latest`, or what stands in brackets. */
const edition = /(?:-\d{8}|-\d{4}-\d{2}-\d{2}|-latest|\[[^\]]*\])$/

/**
 * What a model costs: by the longest beginning of its name among the person's own prices, else the list price of just
 * this model, with or without the name of its maker before it and a date behind it. Undefined when it is not known.
 */
export function priceOf(model: string, own: Readonly<Record<string, Price>> = {}): Price | undefined {
  const bare = model.slice(model.lastIndexOf('/') + 1)
  const beginnings = Object.keys(own).filter((prefix) => model.startsWith(prefix) || bare.startsWith(prefix))
  const [longest] = beginnings.sort((a, b) => b.length - a.length)
  if (longest !== undefined) return own[longest]
  const name = bare.replace(edition, '')
  return Object.hasOwn(knownPrices, name) ? knownPrices[name] : undefined
}
