import { ChatCliError } from '../errors.ts'
import type { ProviderName } from './providers.ts'
import { redactKeys } from './redact-keys.ts'

/**
 * A base URL as the provider's package wants it: with the version in its path. Others of the provider's programs want
 * it without, so people have it either way.
 *
 * @throws ChatCliError `usage`
 */
export function baseUrlFor(provider: ProviderName, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  // `localhost:1234` can be read, too: as a scheme and its path.
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new ChatCliError('usage', `"${redactKeys(given)}" is no URL`, {
      hint: 'Write it as in http://127.0.0.1:1234/v1.',
    })
  }
  const path = url.pathname.replace(/\/+$/, '')
  const version = provider === 'google' ? '/v1beta' : '/v1'
  const isVersioned = provider === 'anthropic' ? /\/v\d+$/.test(path) : path !== ''
  return `${url.origin}${isVersioned ? path : path + version}`
}
