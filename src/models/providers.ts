export type ProviderName = 'anthropic' | 'openai' | 'google' | 'openrouter' | 'ollama' | 'openai-compatible'

export interface Provider {
  /** As a person calls it. */
  readonly title: string
  /** Other names it goes by, in lower case; those of the program in Go are among them. */
  readonly aliases: readonly string[]
  /** The variable a person sets its key with. */
  readonly keyVariable?: string
  /** Where it is when nothing else is said. */
  readonly url?: string
  /** Its model when none is named; servers without one are asked. */
  readonly model?: string
}

/** Every provider there is, in the order in which one is looked for when none is named. */
export const providers: Readonly<Record<ProviderName, Provider>> = {
  anthropic: {
    title: 'Anthropic',
    aliases: ['claudeai', 'claude'],
    keyVariable: 'ANTHROPIC_API_KEY',
    url: 'https://api.anthropic.com/v1',
    model: 'claude-sonnet-5-5',
  },
  openai: {
    title: 'OpenAI',
    aliases: ['openai_assistant'],
    keyVariable: 'OPENAI_API_KEY',
    url: 'https://api.openai.com/v1',
    model: 'gpt-6.1-sol',
  },
  google: {
    title: 'Google',
    aliases: ['googleai', 'gemini'],
    keyVariable: 'GEMINI_API_KEY',
    url: 'https://generativelanguage.googleapis.com/v1beta',
    model: 'gemini-3.8-flash',
  },
  openrouter: {
    title: 'OpenRouter',
    aliases: [],
    keyVariable: 'OPENROUTER_API_KEY',
    url: 'https://openrouter.ai/api/v1',
    model: 'openrouter/auto',
  },
  ollama: { title: 'Ollama', aliases: [], url: 'http://127.0.0.1:11434/v1' },
  'openai-compatible': {
    title: 'The server',
    aliases: ['compatible', 'lmstudio', 'llamacpp', 'llama.cpp', 'vllm'],
    keyVariable: 'OPENAI_API_KEY',
  },
}

/** The provider somebody means, case ignored; undefined when there is none of that name. */
export function providerNamed(name: string): ProviderName | undefined {
  const wanted = name.trim().toLowerCase()
  const names = Object.keys(providers) as ProviderName[]
  return names.find((known) => known === wanted || providers[known].aliases.includes(wanted))
}
