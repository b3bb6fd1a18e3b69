import { createHash, timingSafeEqual } from 'node:crypto'

/** A principal of requests that no token is asked of: whoever is on this machine. */
export const loopbackPrincipal = 'loopback'

/**
 * The principal of a request: a hash of the token it shows, or {@link loopbackPrincipal} where none is asked for.
 *
 * @param header the value of `Authorization`
 * @param tokens those that are good; empty when none is asked for
 * @returns undefined when it shows no good one
 */
export function principalOf(header: string | undefined, tokens: readonly string[]): string | undefined {
  if (tokens.length === 0) return loopbackPrincipal
  const given = digestOf(/^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '')
  let found: string | undefined
  // Hashes are of one length, and all of them are compared: how long it takes says nothing about a token.
  for (const token of tokens) if (timingSafeEqual(given, digestOf(token))) found = token
  return found === undefined || found === ''
    ? undefined
    : `token-${digestOf(`principal\n${found}`).toString('hex').slice(0, 32)}`
}

/** SHA-256. */
export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
