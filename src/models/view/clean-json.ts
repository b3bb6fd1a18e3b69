import { cleanText } from './clean-text.ts'

/** Deeper than any tool's arguments; what is below could not be written as JSON without end. */
const deepest = 64

/** A JSON value whose texts and keys are clean (see {@link cleanText}). What JSON cannot hold becomes null. */
export function cleanJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value
  if (typeof value !== 'object' || value === null || depth > deepest) return null
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, depth + 1))
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(entries.map(([key, item]) => [cleanText(key), cleanJson(item, depth + 1)]))
}
