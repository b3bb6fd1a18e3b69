import { maskSecrets } from '../../text/secrets/mask-secrets.ts'

/** A value of JSON in which every text is without the secrets that were in it. */
export function maskDeep<T>(value: T): T {
  return masked(value) as T
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskSecrets(value).text
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, masked(part)]))
}
