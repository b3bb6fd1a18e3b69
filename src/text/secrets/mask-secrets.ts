import { redactSecrets } from '../redact-secrets.ts'

/** A text without the secrets that were in it. */
export interface Masked {
  readonly text: string
  /** How many were replaced. */
  readonly count: number
}

/** Replaces what looks like a secret by a placeholder that keeps its kind. */
export function maskSecrets(text: string): Masked {
  const masked = redactSecrets(text)
  return { text: masked, count: masked === text ? 0 : masked.split('[REDACTED:').length - 1 }
}
