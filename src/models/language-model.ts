import type { LanguageModel } from 'ai'
import { isOfficialOpenai } from './is-official-openai.ts'
import type { Reached } from './reach.ts'

/** The interface behind which the provider packages stand. */
export type ProviderModel = Extract<LanguageModel, { readonly specificationVersion: 'v3' }>

/** Some packages insist on a key, and would look for one in the environment, where a server of one's own needs none. */
const noKey = 'none'

/** The model as its provider's package has it; that package only is loaded. */
export async function languageModel(
  { provider, baseUrl: baseURL, apiKey }: Reached,
  model: string,
  fetch: typeof globalThis.fetch,
): Promise<ProviderModel> {
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL, apiKey: apiKey ?? noKey, fetch })(model)
  }
  if (provider === 'google') {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return createGoogleGenerativeAI({ baseURL, apiKey: apiKey ?? noKey, fetch })(model)
  }
  if (provider === 'openai' && isOfficialOpenai(baseURL)) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ baseURL, apiKey: apiKey ?? noKey, fetch }).responses(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const key = apiKey === undefined ? {} : { apiKey }
  return createOpenAICompatible({ name: provider, baseURL, ...key, fetch, includeUsage: true })(model)
}
