import { ChatCliError } from '../errors.ts'
import { isLoopback } from './is-loopback.ts'
import { isOfficialOpenai } from './is-official-openai.ts'
import type { ModelChoice } from './model-choice.ts'
import { type ProviderName, providers } from './providers.ts'

/** Where a provider is, and how it is spoken of. */
export interface Reached {
  readonly provider: ProviderName
  /** As a person calls it. */
  readonly title: string
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly keyVariable: string | undefined
  /** On this machine. */
  readonly isLocal: boolean
}

/**
 * Where the provider of a choice is.
 *
 * @throws ChatCliError `usage` for a server that needs a URL and has none
 */
export function reach({ provider, baseUrl, apiKey }: ModelChoice): Reached {
  const { title, url, keyVariable } = providers[provider]
  const place = baseUrl ?? url
  if (place === undefined) {
    const hint = 'Set OPENAI_BASE_URL, as in http://127.0.0.1:1234/v1.'
    throw new ChatCliError('usage', 'The address of the server is missing', { hint })
  }
  const isOther = provider === 'openai' && !isOfficialOpenai(place)
  const { host } = new URL(place)
  return {
    provider,
    title: isOther || provider === 'openai-compatible' ? `The server at ${host}` : title,
    baseUrl: place,
    apiKey,
    keyVariable,
    isLocal: isLoopback(place),
  }
}
