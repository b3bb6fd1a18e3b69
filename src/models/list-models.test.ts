import { describe, expect, it } from 'vitest'
import { startFakeModelServer } from '../../test/fake-model-server.ts'
import { listModels } from './list-models.ts'
import type { ModelChoice } from './model-choice.ts'
import { openModel } from './open-model.ts'
import { testWorld } from './model-world.suite.ts'

const choice: ModelChoice = {
  provider: 'ollama',
  model: undefined,
  toolCalls: 'auto',
  stallMs: 60_000,
  timeoutMs: 300_000,
  retries: 0,
}

describe('listModels', () => {
  it('lists what every provider has', async () => {
    const server = await startFakeModelServer({ models: ['one', 'two'] })
    try {
      for (const provider of ['ollama', 'anthropic', 'google', 'openai-compatible'] as const) {
        const baseUrl = provider === 'google' ? server.googleUrl : server.url
        const names = await listModels({ ...choice, provider, baseUrl, apiKey: 'a-key' }, testWorld())
        expect(names).toEqual(['one', 'two'])
      }
    } finally {
      await server.close()
    }
  })

  it("reads Google's form of the list", async () => {
    const body = JSON.stringify({ models: [{ name: 'models/gemini-3.8-flash' }, { name: 7 }] })
    const world = testWorld(async () => new Response(body))
    expect(await listModels({ ...choice, provider: 'google' }, world)).toEqual(['gemini-3.8-flash'])
  })

  it('says what stands in its way', async () => {
    const answers = (body: string, status: number): ReturnType<typeof testWorld> =>
      testWorld(async () => new Response(body, { status }))
    await expect(listModels(choice, answers('{"error":{"message":"no"}}', 401))).rejects.toMatchObject({
      code: 'provider',
      message: 'Ollama asks for a key',
    })
    await expect(listModels(choice, answers('<html>', 200))).rejects.toMatchObject({ code: 'provider' })
    await expect(openModel(choice, answers('{"data":[]}', 200))).rejects.toMatchObject({
      message: 'Ollama lists no model',
    })
  })
})
