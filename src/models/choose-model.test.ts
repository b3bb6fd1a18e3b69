import { describe, expect, it } from 'vitest'
import { chooseModel } from './choose-model.ts'
import type { ModelSettings } from './model-settings.ts'

const all: ModelSettings = {
  anthropicKey: 'a',
  openaiKey: 'o',
  googleKey: 'g',
  openrouterKey: 'r',
  ollamaHost: 'ollama',
}

function chosen(settings: ModelSettings): string | undefined {
  const choice = chooseModel(settings)
  return choice && `${choice.provider} ${choice.model}`
}

describe('chooseModel', () => {
  it('finds nothing where nothing is set', () => {
    expect(chooseModel({})).toBeUndefined()
    expect(chooseModel({ model: 'gpt-4o', anthropicKey: '  ' })).toBeUndefined()
  })

  it('takes the first that is set up', () => {
    const { anthropicKey: _a, ...withoutAnthropic } = all
    const { openaiKey: _o, ...withoutOpenai } = withoutAnthropic
    const { googleKey: _g, ...withoutGoogle } = withoutOpenai
    const { openrouterKey: _r, ...onlyOllama } = withoutGoogle
    const lists = [all, withoutAnthropic, withoutOpenai, withoutGoogle, onlyOllama]
    expect(lists.map((settings) => chooseModel(settings)?.provider)).toEqual([
      'anthropic',
      'openai',
      'google',
      'openrouter',
      'ollama',
    ])
    expect(chooseModel(onlyOllama)).toMatchObject({ model: undefined, baseUrl: 'http://ollama:11434/v1' })
  })

  it('takes the one that is named, by any of its names', () => {
    const names = ['OPENAI', 'CLAUDEAI', 'GOOGLEAI', 'Ollama', 'OPENROUTER', ' gemini ']
    expect(names.map((provider) => chooseModel({ ...all, provider })?.provider)).toEqual([
      'openai',
      'anthropic',
      'google',
      'ollama',
      'openrouter',
      'google',
    ])
    expect(() => chooseModel({ provider: 'hal' })).toThrow('There is no provider "hal"')
  })

  it('says which variable to set', () => {
    for (const [provider, variable] of [
      ['anthropic', 'ANTHROPIC_API_KEY'],
      ['openai', 'OPENAI_API_KEY'],
      ['google', 'GEMINI_API_KEY'],
      ['openrouter', 'OPENROUTER_API_KEY'],
      ['openai-compatible', 'OPENAI_BASE_URL'],
    ]) {
      const hint = expect.stringContaining(variable ?? '')
      const error = expect.objectContaining({ code: 'usage', hint })
      expect(() => chooseModel({ provider })).toThrow(error)
    }
    expect(chooseModel({ provider: 'ollama' })).toMatchObject({ provider: 'ollama' })
  })

  it('reads a provider out of the model', () => {
    expect(chosen({ ...all, model: 'openai/gpt-4o' })).toBe('openai gpt-4o')
    expect(chosen({ ...all, model: 'openrouter/anthropic/claude-opus-5-5' })).toBe(
      'openrouter anthropic/claude-opus-5-5',
    )
    expect(chosen({ ...all, model: 'openrouter/auto' })).toBe('openrouter openrouter/auto')
    expect(chosen({ ...all, provider: 'openrouter', model: 'openrouter/auto' })).toBe(
      'openrouter openrouter/auto',
    )
    expect(chosen({ ...all, provider: 'openrouter', model: 'anthropic/claude-opus-5-5' })).toBe(
      'openrouter anthropic/claude-opus-5-5',
    )
    expect(chosen({ ...all, provider: 'anthropic', model: 'anthropic/claude-opus-5-5' })).toBe(
      'anthropic claude-opus-5-5',
    )
    expect(chosen({ ollamaHost: 'x', model: 'someone/qwen3:8b' })).toBe('ollama someone/qwen3:8b')
    expect(chosen({ openrouterKey: 'r', model: 'anthropic/claude-opus-5-5' })).toBe(
      'openrouter anthropic/claude-opus-5-5',
    )
  })

  it('knows whose a model is', () => {
    expect(chosen({ ...all, model: 'gpt-6.1-sol' })).toBe('openai gpt-6.1-sol')
    expect(chosen({ ...all, model: 'gemini-3.8-flash' })).toBe('google gemini-3.8-flash')
    expect(chosen({ openaiKey: 'o', model: 'claude-opus-5-5' })).toBe('openai claude-opus-5-5')
  })

  it('fills in what is not set, and keeps what is', () => {
    expect(chooseModel({ anthropicKey: 'a' })).toEqual({
      provider: 'anthropic',
      model: 'claude-sonnet-5-5',
      apiKey: 'a',
      toolCalls: 'auto',
      stallMs: 60_000,
      timeoutMs: 300_000,
      retries: 4,
    })
    const settings = {
      openaiUrl: 'http://127.0.0.1:1234',
      model: 'qwen',
      toolCalls: 'text',
      maxTokens: 9,
      stallMs: 1,
      timeoutMs: 2,
      retries: 0,
      prices: { qwen: { input: 1, output: 2 } },
    } as const
    const { openaiUrl: _, ...kept } = settings
    expect(chooseModel(settings)).toEqual({
      provider: 'openai',
      baseUrl: 'http://127.0.0.1:1234/v1',
      ...kept,
    })
  })
})
