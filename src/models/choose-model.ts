import { ChatCliError } from '../errors.ts'
import { baseUrlFor } from './base-url.ts'
import type { ModelChoice } from './model-choice.ts'
import type { ModelSettings } from './model-settings.ts'
import { ollamaUrl } from './ollama-url.ts'
import { providerNamed, type ProviderName, providers } from './providers.ts'

const defaults = { toolCalls: 'auto', stallMs: 60_000, timeoutMs: 300_000, retries: 4 } as const

/** Whose a model is by its name; a few are worth knowing, so that the key of another provider is not asked for it. */
const makers: readonly (readonly [RegExp, ProviderName])[] = [
  [/^claude/i, 'anthropic'],
  [/^(?:gpt-|chatgpt|o\d)/i, 'openai'],
  [/^gemini/i, 'google'],
]

/**
 * The model that the settings ask for. A named provider wins, then one named in the model (`anthropic/claude-…`), then
 * the one whose model it is, then the first of Anthropic, OpenAI, Google, OpenRouter and Ollama that has a key or a
 * URL.
 *
 * @returns undefined when nothing is set up
 * @throws ChatCliError `usage` when the provider is unknown, or its key or URL is missing
 */
export function chooseModel(settings: ModelSettings): ModelChoice | undefined {
  const { provider, model } = providerAndModel(settings)
  if (provider === undefined) return undefined
  const reach = reachOf(provider, settings)
  if (!isReachable(provider, settings)) throw missing(provider)
  return {
    provider,
    model: model ?? providers[provider].model,
    ...(reach.key === undefined ? {} : { apiKey: reach.key }),
    ...(reach.url === undefined ? {} : { baseUrl: urlFor(provider, reach.url) }),
    toolCalls: settings.toolCalls ?? defaults.toolCalls,
    stallMs: settings.stallMs ?? defaults.stallMs,
    timeoutMs: settings.timeoutMs ?? defaults.timeoutMs,
    retries: settings.retries ?? defaults.retries,
    ...(settings.maxTokens === undefined ? {} : { maxTokens: settings.maxTokens }),
    ...(settings.prices === undefined ? {} : { prices: settings.prices }),
  }
}

interface Named {
  readonly provider: ProviderName | undefined
  readonly model: string | undefined
}

function providerAndModel(settings: ModelSettings): Named {
  const model = given(settings.model)
  const prefix = model?.includes('/') ? model.slice(0, model.indexOf('/')) : undefined
  const prefixed = prefix === undefined ? undefined : providerNamed(prefix)
  const rest = prefix === undefined ? model : model?.slice(prefix.length + 1)
  const name = given(settings.provider)
  if (name !== undefined) {
    const provider = providerNamed(name)
    if (provider === undefined) throw unknownProvider(name)
    // `openrouter/auto` is the name of a model.
    const isRepeated = prefixed === provider && rest !== 'auto'
    return { provider, model: isRepeated ? rest : model }
  }
  if (prefixed !== undefined) {
    // OpenRouter's models are called after their makers, and its key may be the only one there is.
    const isElsewhere = !isReachable(prefixed, settings) && isReachable('openrouter', settings)
    if (isElsewhere) return { provider: 'openrouter', model }
    return { provider: prefixed, model: rest === 'auto' ? model : rest }
  }
  const found = Object.keys(providers).filter(
    (each) => each !== 'openai-compatible' && isSetUp(each as ProviderName, settings),
  ) as ProviderName[]
  const maker = makers.find(([names]) => names.test(model ?? ''))?.[1]
  return { provider: found.find((each) => each === maker) ?? found[0], model }
}

function isSetUp(provider: ProviderName, settings: ModelSettings): boolean {
  const { key, url } = reachOf(provider, settings)
  return key !== undefined || url !== undefined
}

function isReachable(provider: ProviderName, settings: ModelSettings): boolean {
  if (provider === 'openai-compatible') return reachOf(provider, settings).url !== undefined
  return provider === 'ollama' || isSetUp(provider, settings)
}

interface Reach {
  readonly key?: string | undefined
  readonly url?: string | undefined
}

function reachOf(provider: ProviderName, settings: ModelSettings): Reach {
  const { anthropicKey, anthropicUrl, openaiKey, openaiUrl, googleKey, googleUrl } = settings
  if (provider === 'anthropic') return { key: given(anthropicKey), url: given(anthropicUrl) }
  if (provider === 'google') return { key: given(googleKey), url: given(googleUrl) }
  if (provider === 'openrouter') return { key: given(settings.openrouterKey) }
  if (provider === 'ollama') return { url: given(settings.ollamaHost) }
  return { key: given(openaiKey), url: given(openaiUrl) }
}

function urlFor(provider: ProviderName, url: string): string {
  return provider === 'ollama' ? ollamaUrl(url) : baseUrlFor(provider, url)
}

function given(value: string | undefined): string | undefined {
  return value?.trim() || undefined
}

function missing(provider: ProviderName): ChatCliError {
  const { title, keyVariable } = providers[provider]
  if (provider === 'openai-compatible') {
    const hint = 'Set OPENAI_BASE_URL, as in http://127.0.0.1:1234/v1.'
    return new ChatCliError('usage', 'The address of the server is missing', { hint })
  }
  const hint = `Set ${keyVariable ?? 'it'}, or choose another provider with CHATCLI_PROVIDER.`
  return new ChatCliError('usage', `The key of ${title} is missing`, { hint })
}

function unknownProvider(name: string): ChatCliError {
  const hint = `There are ${Object.keys(providers).join(', ')}.`
  return new ChatCliError('usage', `There is no provider "${name}"`, { hint })
}
