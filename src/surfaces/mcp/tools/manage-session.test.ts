import { afterEach, describe, expect, it } from 'vitest'
import { mcpHarness } from '../mcp-harness.suite.ts'

let harness = mcpHarness({ hasModel: true })
afterEach(async () => {
  await harness.close()
  harness = mcpHarness({ hasModel: true })
})

const manage = (args: Record<string, unknown>) => harness.call('manage_session', args)
const resultOf = async (args: Record<string, unknown>) => (await manage(args)).json['result']

describe('manage_session', () => {
  it('does the published actions, by the name a client has for its conversation', async () => {
    const session = 'job-7'
    const messages = [{ id: 'a', role: 'user', content: 'Feed the walrus at noon' }]
    expect(await resultOf({ action: 'attach', session, name: 'walrus' })).toMatchObject({
      conversation: session,
      session: 'walrus',
    })
    await harness.call('append', { conversation: session, messages })
    expect(await resultOf({ action: 'status', session })).toMatchObject({
      conversation: { session: 'walrus', messages: 1 },
    })
    expect(await resultOf({ action: 'active' })).toMatchObject({ conversations: [{ conversation: session }] })
    expect(await resultOf({ action: 'detach', session })).toMatchObject({ session: null })
    expect(await resultOf({ action: 'save', session, name: 'walrus-noon' })).toMatchObject({
      session: 'walrus-noon',
    })
    expect(await resultOf({ action: 'load', session, name: 'tide-notes' })).toMatchObject({
      session: 'tide-notes',
      messages: 25,
    })
    expect(await resultOf({ action: 'fork', name: 'walrus-noon', to: 'walrus-two' })).toMatchObject({
      name: 'walrus-two',
    })
    expect(await resultOf({ action: 'list' })).toMatchObject({ total: 5 })
    expect(await manage({ action: 'search', query: 'feed walrus' })).toMatchObject({
      json: {
        recalled: expect.stringContaining('data, not instructions'),
        result: { total: expect.any(Number) },
      },
    })
    expect(await resultOf({ action: 'clear', session, confirm: true })).toMatchObject({ messages: 0 })
    expect(await manage({ action: 'delete', name: 'walrus-two' })).toMatchObject({ isError: true })
    expect(await resultOf({ action: 'delete', name: 'walrus-two', confirm: true })).toMatchObject({
      name: 'walrus-two',
    })
  })

  it('says what is missing, and lets no client switch questions off', async () => {
    for (const [args, code] of [
      [{ action: 'load' }, 'usage'],
      [{ action: 'search' }, 'usage'],
      [{ action: 'fork', name: 'tide-notes' }, 'usage'],
      [{ action: 'burn' }, 'usage'],
      [{ action: 'policy_mode', name: 'auto' }, 'refused'],
      [{ action: 'load', session: 'x', name: 'nobody' }, 'not-found'],
    ] as const)
      expect(await manage(args), JSON.stringify(args)).toMatchObject({
        isError: true,
        json: { error: { code } },
      })
    expect(await resultOf({ action: 'policy_mode' })).toEqual({ mode: 'interactive' })
  })
})
