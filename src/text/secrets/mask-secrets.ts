import { contextRules } from './context-rules.ts'
import { keyRules } from './key-rules.ts'
import type { Masked } from './masked.ts'
import { maskPrivateKeys } from './private-keys.ts'
import type { SecretRule } from './secret-rule.ts'

/** Every rule, in the order in which they are tried: what knows most about a secret comes first. */
export const secretRules: readonly SecretRule[] = [...keyRules, ...contextRules]

/**
 * Replaces what looks like a secret by a placeholder that keeps its kind, such as `[secret: GitHub token]`: keys of known
 * forms, private keys, passwords in addresses, credentials of requests, and variables of `.env` files. What looks like
 * nothing in particular cannot be seen: it is a net, no promise. Takes time linear in the text; doing it twice changes
 * nothing more.
 */
export function maskSecrets(text: string): Masked {
  let { text: masked, count } = maskPrivateKeys(text, placeholderOf('private key'))
  for (const rule of secretRules) {
    if (!rule.hints.some((hint) => masked.includes(hint))) continue
    masked = masked.replace(rule.pattern, (found: string, ...more: unknown[]) => {
      const secret = more.find((group, i) => i < more.length - 2 && typeof group === 'string')
      const value = typeof secret === 'string' ? secret : found
      if (!rule.isReal(value)) return found
      count++
      return replaceLast(found, value, placeholderOf(rule.kind))
    })
  }
  return { text: masked, count }
}

function placeholderOf(kind: string): string {
  return `[secret: ${kind}]`
}

function replaceLast(text: string, part: string, by: string): string {
  const at = text.lastIndexOf(part)
  return text.slice(0, at) + by + text.slice(at + part.length)
}
