import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chatOn } from '../bug-cases/chat-on.suite.ts'
import { type FakeModelServer, startFakeModelServer } from '../fake-model-server.ts'
import { recorded, testHome, turns } from '../scenarios/test-home.suite.ts'

let server: FakeModelServer
beforeEach(async () => {
  server = await startFakeModelServer()
})
afterEach(() => server.close())

const summary = { text: '## Facts\n- the tide was high' }
const told = 'what was the tide like at the harbour on that day, and who said so'

describe.each(['ollama', 'anthropic', 'google'] as const)('a server of %s', (provider) => {
  it('that finds a conversation too long gets a shorter one', async () => {
    const home = testHome()
    const chat = await chatOn(home.surface(), server, { name: 'sea', provider, contextWindow: 1e6 })
    chat.conversation.live.append(turns(30, told))
    server.say({ variant: 'too-long' }, summary, { text: 'High.' })
    expect(await chat.say('and now?')).toMatchObject({ end: 'done', text: 'High.' })
    expect(server.requests).toHaveLength(3)
    expect(chat.sent()).toContain('the tide was high')
    expect(chat.sent()).toContain('and now?')
    expect(chat.sent()).not.toContain(`${told} question 3`)
    expect(chat.events.filter(({ kind }) => kind === 'compacted')).toMatchObject([{ reason: 'overflow' }])
    expect(recorded(home.surface(), 'sea')).toHaveLength(62)
  })

  it('that finds it too long whatever is done is asked three times, and the question is kept', async () => {
    const home = testHome()
    const chat = await chatOn(home.surface(), server, { name: 'sea', provider, contextWindow: 1e6 })
    chat.conversation.live.append(turns(30, told))
    const isTooLong = { variant: 'too-long' } as const
    server.say(isTooLong, summary, isTooLong, summary, isTooLong)
    expect(await chat.say('and now?')).toMatchObject({ end: 'failed', error: { code: 'provider' } })
    expect(server.requests).toHaveLength(5)
    expect(recorded(home.surface(), 'sea').at(-1)).toBe('live: and now?')
    expect(await chat.say('again?')).toMatchObject({ end: 'done' })
  })
})

it('what another surface asks meanwhile is not compacted, and each answers its own question', async () => {
  const home = testHome()
  const first = await chatOn(home.surface(), server, { name: 'sea', contextWindow: 1600 })
  first.conversation.live.append(turns(30, told))
  first.conversation.live.save()
  const second = await chatOn(home.surface(), server, { name: 'sea', contextWindow: 1e6 })
  const { live } = second.conversation
  second.conversation.beginTurn()
  const turn = live.newTurn()
  live.append([{ role: 'user', content: 'the question of the second' }], { turn, end: false })
  server.say(summary, { text: 'High.' })
  expect(await first.say('the question of the first')).toMatchObject({ end: 'done', text: 'High.' })
  const messages = server.requests.at(-1)?.body['messages'] as readonly { readonly content: string }[]
  expect(messages.at(-1)?.content).toContain('the question of the first')
  live.append([{ role: 'assistant', content: 'answered' }], { turn })
  const windows = [first, second].map(({ conversation }) => {
    conversation.beginTurn()
    return conversation.messages.map(({ content }) => content)
  })
  expect(windows[0]).toEqual(windows[1])
  expect(windows[0]).toContain('the question of the second')
  expect(windows[0]?.length).toBeLessThan(30)
})
