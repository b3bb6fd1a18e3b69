import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import { chatHarness } from './chat-harness.suite.ts'
import { takeUp } from './take-up.ts'

describe('takeUp', () => {
  it('takes up nothing when nothing is asked for', async () => {
    const { chat, context } = await chatHarness()
    expect(takeUp(chat, {}, context)).toBeUndefined()
    expect(chat.conversation.messages).toEqual([])
  })

  it.each([
    [{ session: 'tide-notes' }, 'tide-notes'],
    [{ resume: 'tide-notes' }, 'tide-notes'],
    [{ resume: 'proj-acme' }, 'proj-acme'],
  ])('%j is bound', async (options, name) => {
    const { chat, context } = await chatHarness()
    expect(takeUp(chat, options, context)).toBe(name)
    expect(chat.conversation.name).toBe(name)
  })

  it('--continue takes the newest', async () => {
    const { chat, context, chatcli } = await chatHarness()
    const newest = chatcli.sessions.list({ limit: 1 }).sessions[0]?.name
    expect(takeUp(chat, { continue: true }, context)).toBe(newest)
  })

  it('--continue takes up a conversation that was interrupted just now', async () => {
    const first = await chatHarness({ answers: [says('Hello.')] })
    await first.say('hi there')
    first.chat.conversation.live.close()
    const memory = { disk: first.disk, chatcli: first.chatcli, now: first.now }
    const { chat, context } = await chatHarness({ memory })
    takeUp(chat, { continue: true }, context)
    expect(chat.conversation.messages.map(({ content }) => content)).toEqual(['hi there', 'Hello.'])
  })

  it('--session makes a session that is not there', async () => {
    const { chat, context, chatcli } = await chatHarness()
    expect(takeUp(chat, { session: 'fresh' }, context)).toBe('fresh')
    expect(chat.conversation.name).toBe('fresh')
    expect(chatcli.sessions.exists('fresh')).toBe(false)
  })

  it.each([
    [{ session: 'a', resume: 'b' }, 'usage'],
    [{ session: 'a', continue: true as const }, 'usage'],
    [{ resume: 'nobody' }, 'not-found'],
    [{ session: 'a b' }, 'invalid-name'],
    [{ session: 'autosave-x' }, 'invalid-name'],
  ])('%j: %s', async (options, code) => {
    const { chat, context } = await chatHarness()
    expect(() => takeUp(chat, options, context)).toThrow(expect.objectContaining({ code }) as Error)
    expect(chat.conversation.messages).toEqual([])
  })

  it('--continue with nothing there is not found', async () => {
    const { chat, context, chatcli } = await chatHarness()
    for (const { name } of chatcli.sessions.list().sessions) chatcli.sessions.delete(name)
    expect(() => takeUp(chat, { continue: true }, context)).toThrow('There is no session to go on with.')
  })
})
