const digits = '[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{16}'
const named = new RegExp(`\\bccr:\\s*(${digits})(?![0-9a-f])`, 'gi')
const bare = new RegExp(`(?<![0-9a-z])(${digits})(?![0-9a-z])`, 'gi')
/** Where models put it, in the order in which they are looked at. */
const fields = ['key', 'keys', 'marker', 'markers', 'ccr', 'id']

/**
 * The recall keys in what a model wrote, in lower case, each once: `<<ccr:KEY>>`, `<ccr:KEY>` or `ccr:KEY` anywhere in it,
 * else a single bare key. It may be a text, a list, or an object with one of the usual fields, at any depth.
 */
export function recallKeysIn(given: unknown): readonly string[] {
  const texts = textsIn(given)
  const marked = texts.flatMap((text) => keysBy(named, text))
  if (marked.length > 0) return [...new Set(marked)]
  const own = new Set(texts.flatMap((text) => keysBy(bare, text)))
  const isList = texts.length > 1 && texts.every((text) => keysBy(bare, text).length > 0)
  return own.size === 1 || isList ? [...own] : []
}

function keysBy(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, key = '']) => key.toLowerCase())
}

function textsIn(given: unknown, depth = 0): readonly string[] {
  if (typeof given === 'string') return [given]
  if (typeof given !== 'object' || given === null || depth > 4) return []
  if (Array.isArray(given)) return given.flatMap((each: unknown) => textsIn(each, depth + 1))
  const entries = Object.entries(given)
  const usual = fields.flatMap((field) => entries.filter(([name]) => name.toLowerCase() === field))
  const rest = entries.filter((entry) => !usual.includes(entry))
  const found = usual.flatMap(([, value]: [string, unknown]) => textsIn(value, depth + 1))
  return found.length > 0 ? found : rest.flatMap(([, value]: [string, unknown]) => textsIn(value, depth + 1))
}
