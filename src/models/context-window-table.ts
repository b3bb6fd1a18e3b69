import type { ProviderName } from './providers.ts'

/**
 * Tokens that well-known models take, by the beginning of their names; the longest beginning decides. Written down in
 * November 2026; where editions of a family differ, the smaller number. Only for where a provider does not say it.
 */
export const knownContextWindows: Readonly<Record<string, number>> = {
  claude: 200_000,
  'gpt-5': 400_000,
  'gpt-4.1': 1_000_000,
  'gpt-4o': 128_000,
  'gpt-oss': 128_000,
  o1: 200_000,
  o3: 200_000,
  'o4-mini': 200_000,
  gemini: 1_000_000,
  'gemma-3': 128_000,
  'llama-3.1': 128_000,
  'llama-3.3': 128_000,
  'mistral-large': 128_000,
  'deepseek-': 128_000,
  'qwen3-coder': 256_000,
  'kimi-k2': 256_000,
  'glm-4.6': 200_000,
  'minimax-m2': 200_000,
}

/** Tokens of a model that nothing is known of: as of the program in Go, and careful where the server is one's own. */
export const contextWindowByDefault: Readonly<Record<ProviderName, number>> = {
  anthropic: 200_000,
  openai: 128_000,
  google: 1_000_000,
  openrouter: 128_000,
  ollama: 8192,
  'openai-compatible': 50_000,
}
