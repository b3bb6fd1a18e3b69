import { afterEach, describe, expect, it } from 'vitest'
import { eras, mcpHarness } from '../mcp-harness.suite.ts'

let harness = mcpHarness({ hasModel: true })
afterEach(async () => {
  await harness.close()
  harness = mcpHarness({ hasModel: true })
})

describe.each(Object.entries(eras))('chat over %s', (_, options) => {
  it('takes turns with the model, tells how it goes, and remembers them', async () => {
    const client = await harness.connect(options)
    const told: { progress: number; message?: string }[] = []
    const answer = await client.callTool(
      { name: 'chat', arguments: { message: 'Where does the walrus sleep?' } },
      { onprogress: (progress) => told.push(progress as (typeof told)[number]) },
    )
    const { conversation } = answer.structuredContent as { conversation: string }
    expect(answer.structuredContent).toMatchObject({ answer: 'answer 0', end: 'done', messages: 2, steps: 0 })
    const second = await harness.call('chat', { message: 'And in summer?', conversation }, client)
    expect(second.json).toMatchObject({ answer: 'answer 1', messages: 4, conversation })
    expect(told).toEqual([{ progress: 8, message: 'answer 0' }])
    expect((await harness.call('session_search', { query: 'walrus sleep' }, client)).json).toMatchObject({
      total: 1,
    })
  })
})

describe('chat', () => {
  it('is there only with a model', async () => {
    const without = mcpHarness()
    const names = async (one: typeof harness) =>
      (await (await one.connect()).listTools()).tools.map(({ name }) => name)
    expect(await names(harness)).toContain('chat')
    expect(await names(without)).not.toContain('chat')
    await without.close()
  })

  it('ends when it is cancelled, and the conversation goes on', async () => {
    const client = await harness.connect()
    const stop = new AbortController()
    stop.abort()
    await expect(
      client.callTool(
        { name: 'chat', arguments: { message: 'Count to a million' } },
        { signal: stop.signal },
      ),
    ).rejects.toThrow()
    expect((await harness.call('chat', { message: 'Hello' }, client)).json).toMatchObject({ end: 'done' })
  })

  it('keeps the mode it was given', async () => {
    const { json } = await harness.call('chat', { message: 'Hello', mode: 'agent' })
    const { conversation } = json
    expect((await harness.call('session_status', { conversation })).json).toMatchObject({
      conversation: { mode: 'agent', messages: 2 },
    })
  })
})
