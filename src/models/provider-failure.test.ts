import { describe, expect, it } from 'vitest'
import { isTooLong } from './is-too-long.ts'
import { type FailureContext, providerFailure } from './provider-failure.ts'

const context: FailureContext = {
  provider: 'openai',
  title: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  apiKey: 'secret-0123',
  keyVariable: 'OPENAI_API_KEY',
  isLocal: false,
  model: 'a-model',
  hasTools: true,
  now: 0,
}

function refused(statusCode: number, message: string): ReturnType<typeof providerFailure> {
  const responseBody = JSON.stringify({ error: { message } })
  return providerFailure(Object.assign(new Error(message), { statusCode, responseBody }), context)
}

describe('providerFailure', () => {
  it.each([
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens.",
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    'prompt is too long: 208310 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 199000 + 20000 > 200000',
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    'the request exceeds the available context size, try increasing it',
    'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    'This endpoint has a maximum context length of 32768 tokens.',
  ])('knows a conversation that is too long: %s', (message) => {
    const { error, isPassing } = refused(400, message)
    expect(isTooLong(error)).toBe(true)
    expect(isPassing).toBe(false)
  })

  it.each([
    [400, 'registry.ollama.ai/library/gemma:2b does not support tools'],
    [404, 'No endpoints found that support tool use. Try disabling "recall".'],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [500, 'tools param requires --jinja flag'],
    [400, 'Function calling is not enabled for models/gemma-3-27b-it'],
    [400, "Unsupported parameter: 'tools' is not supported with this model."],
  ])('knows a model without calls: %i %s', (status, message) => {
    expect(refused(status, message)).toMatchObject({ error: { code: 'tools-unsupported' }, isPassing: false })
  })

  it.each([
    [400, 'API key not valid. Please pass a valid API key.'],
    [401, 'invalid x-api-key'],
  ])('knows a key that is not accepted: %i %s', (status, message) => {
    const { error } = refused(status, message)
    expect(error.message).toBe('OpenAI does not accept the key')
    expect(error.hint).toContain('OPENAI_API_KEY')
  })

  it('takes no other refusal for one of these', () => {
    for (const message of [
      'max_tokens: 300000 > 128000, which is the maximum allowed number of output tokens',
      'tools.0.input_schema: oneOf is not supported at the top level',
    ]) {
      expect(refused(400, message).error).toMatchObject({
        code: 'provider',
        message: `OpenAI refused the request (400): ${message}`,
      })
    }
  })

  it('tells what passes from what does not', () => {
    const passing = [408, 409, 429, 500, 502, 503, 504, 529].filter(
      (status) => refused(status, 'No.').isPassing,
    )
    expect(passing).toEqual([408, 409, 429, 500, 502, 503, 504, 529])
    expect([400, 401, 402, 403, 404, 422].filter((status) => refused(status, 'No.').isPassing)).toEqual([])
    expect(refused(429, 'You exceeded your current quota, insufficient_quota').isPassing).toBe(false)
    expect(refused(429, 'Request too large on tokens per min: Limit 30000, Requested 50000').isPassing).toBe(
      true,
    )
  })

  it('tells a wrong address from a wrong model', () => {
    expect(refused(404, '404 page not found').error.message).toBe(
      'OpenAI has nothing at https://api.openai.com/v1',
    )
    expect(refused(404, 'The model `x` does not exist').error.message).toBe('OpenAI has no model "a-model"')
  })

  it('says one sentence, without keys', () => {
    const { error } = refused(
      422,
      'The value of secret-0123 is\n  not allowed here. See https://docs.example for more.',
    )
    expect(error.message).toBe('OpenAI refused the request (422): The value of [key] is not allowed here')
    expect(refused(422, 'long '.repeat(200)).error.message.length).toBeLessThan(350)
    expect(refused(422, '{"loc":["body"]}').error.message).toBe('OpenAI refused the request (422)')
  })

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])(
    'says that the network fails: %s',
    (code) => {
      const thrown = new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code }) })
      const { error, isPassing } = providerFailure(thrown, context)
      expect(error.message).toBe(`OpenAI cannot be reached at https://api.openai.com (${code})`)
      expect(isPassing).toBe(true)
    },
  )

  it('does not repeat a mistake of our own', () => {
    expect(providerFailure(new TypeError('x is not a function'), context).isPassing).toBe(false)
  })
})
