import { type Fields, isFields } from '../shared/fields.ts'

/**
 * A value of MongoDB's Extended JSON, relaxed or canonical, as plain JSON has it: ids and numbers without what is around
 * them, times as ISO 8601.
 */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  if (!isFields(value)) return value
  const keys = Object.keys(value)
  const [key = ''] = keys
  if (keys.length === 1 && key.startsWith('$')) return unwrapped(key, value)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainValue(each)]))
}

function unwrapped(key: string, value: Fields): unknown {
  const inner = plainValue(value[key])
  switch (key) {
    case '$numberInt':
    case '$numberLong':
    case '$numberDouble':
      return Number(inner)
    case '$date': {
      const at = typeof inner === 'number' || typeof inner === 'string' ? new Date(inner) : undefined
      return at === undefined || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
    }
    default:
      return inner
  }
}
