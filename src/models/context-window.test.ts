import { describe, expect, it } from 'vitest'
import { listedContextWindow } from './context-window-listed.ts'
import { contextWindowOf } from './context-window.ts'
import type { ModelChoice } from './model-choice.ts'

describe('contextWindowOf', () => {
  it('believes the person, then the provider, then the table, then what is safe', () => {
    expect(contextWindowOf('anthropic', 'claude-opus-5', { own: 50_000, listed: 1e6 })).toEqual({
      tokens: 50_000,
      from: 'person',
    })
    expect(contextWindowOf('anthropic', 'claude-opus-5', { listed: 1e6 })).toEqual({
      tokens: 1e6,
      from: 'provider',
    })
    expect(contextWindowOf('openrouter', 'anthropic/claude-opus-5')).toEqual({
      tokens: 200_000,
      from: 'table',
    })
    expect(contextWindowOf('openai', 'never-heard-of')).toEqual({ tokens: 128_000, from: 'default' })
    expect(contextWindowOf('openai', 'never-heard-of', { own: 0, listed: Number.NaN }).from).toBe('default')
  })

  it('does not look up a model of an own server, nor mix up families', () => {
    expect(contextWindowOf('ollama', 'gpt-oss')).toEqual({ tokens: 8192, from: 'default' })
    expect(contextWindowOf('openai', 'gpt-4o-mini').tokens).toBe(128_000)
    expect(contextWindowOf('openai', 'gpt-4.1-mini').tokens).toBe(1_000_000)
  })
})

describe('listedContextWindow', () => {
  const choice = { toolCalls: 'auto', stallMs: 1000, timeoutMs: 1000, retries: 0, model: undefined } as const
  const asked: string[] = []
  const listed = async (
    provider: ModelChoice['provider'],
    answers: Readonly<Record<string, unknown>>,
    model = 'm',
  ): Promise<number | undefined> => {
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const { pathname } = new URL(url instanceof Request ? url.url : url)
      asked.push(`${init?.method ?? 'GET'} ${pathname}`)
      const found = answers[pathname]
      return new Response(JSON.stringify(found ?? {}), { status: found === undefined ? 404 : 200 })
    }
    const baseUrl = provider === 'ollama' ? 'http://127.0.0.1:11434/v1' : 'http://127.0.0.1:9/v1'
    return listedContextWindow({ ...choice, provider, baseUrl, apiKey: 'k' }, { model, fetch })
  }

  it('reads the names that providers have for it', async () => {
    const list = (entry: object): object => ({
      '/v1/models': {
        data: [
          { id: 'other', context_length: 1 },
          { id: 'm', ...entry },
        ],
      },
    })
    expect(await listed('openrouter', { ...list({ context_length: 131_072 }) })).toBe(131_072)
    expect(await listed('openai-compatible', { ...list({ max_model_len: 32_768 }) })).toBe(32_768)
    expect(await listed('anthropic', { ...list({ max_input_tokens: 200_000 }) })).toBe(200_000)
    const google = { '/v1/models': { models: [{ name: 'models/m', inputTokenLimit: 1_048_576 }] } }
    expect(await listed('google', google)).toBe(1_048_576)
    expect(await listed('openai', { ...list({}) })).toBeUndefined()
    expect(await listed('openai', { ...list({ context_length: 'many' }) })).toBeUndefined()
  })

  it('asks Ollama what the model was given, not what it could have', async () => {
    const info = { model_info: { 'llama.context_length': 131_072 } }
    const running = {
      '/api/ps': { models: [{ name: 'm:latest', context_length: 16_384 }] },
      '/api/show': info,
    }
    expect(await listed('ollama', running)).toBe(16_384)
    expect(
      await listed('ollama', { '/api/show': { ...info, parameters: 'stop "x"\nnum_ctx   32768' } }),
    ).toBe(32_768)
    expect(await listed('ollama', { '/api/show': info })).toBe(8192)
    expect(await listed('ollama', { '/api/show': { model_info: { 'x.context_length': 2048 } } })).toBe(2048)
    expect(asked).toContain('POST /api/show')
  })

  it('is quiet when there is nobody to ask', async () => {
    const fetch: typeof globalThis.fetch = async () => Promise.reject(new Error('no net'))
    expect(
      await listedContextWindow({ ...choice, provider: 'openai', apiKey: 'k' }, { model: 'm', fetch }),
    ).toBeUndefined()
    expect(
      await listedContextWindow({ ...choice, provider: 'openai-compatible' }, { model: 'm', fetch }),
    ).toBeUndefined()
  })
})
