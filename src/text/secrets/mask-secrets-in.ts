import { maskSecrets } from './mask-secrets.ts'

/** A value of JSON in which every text, names of fields aside, is without the secrets that were in it. */
export function maskSecretsIn<T>(value: T): T {
  // Texts stay texts, and everything else stays what it is.
  return masked(value) as T
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskSecrets(value).text
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, masked(part)]))
}
