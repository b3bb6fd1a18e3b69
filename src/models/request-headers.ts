import type { Reached } from './reach.ts'

/** How a provider is shown the key, where it is asked without its package. */
export function requestHeaders({ provider, apiKey }: Reached): Record<string, string> {
  if (apiKey === undefined) return {}
  if (provider === 'anthropic') return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
  return provider === 'google' ? { 'x-goog-api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
}
