import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import type { PermissionAnswer, Tool } from '../../agent/tool.ts'
import { sampleMemory } from '../sample-memory.suite.ts'
import { callsSession, chatHarness, toolResults } from './chat-harness.suite.ts'

const recall = callsSession('search', { query: 'rate limiter' })
const tool: Tool = {
  name: 'read',
  about: 'Reads.',
  input: {},
  isReadOnly: () => true,
  needs: () => undefined,
  run: () => Promise.resolve({ text: 'read', isError: false }),
}

describe('a chat', () => {
  it('says what was said to the model, and keeps both sides', async () => {
    const chat = await chatHarness({ answers: [says('At noon.'), says('Yes.')] })
    expect(await chat.say('When is high tide?')).toMatchObject({
      end: 'done',
      text: 'At noon.',
      isFromMemory: false,
    })
    await chat.say('Sure?')
    expect(chat.model.requests[1]?.messages.map(({ content }) => content)).toEqual([
      'When is high tide?',
      'At noon.',
      'Sure?',
    ])
    expect(chat.window).toEqual(['When is high tide?', 'At noon.', 'Sure?', 'Yes.'])
  })

  it('offers the tools of the working folder in agent and coder mode only', async () => {
    const chat = await chatHarness({ answers: [says('a'), says('b'), says('c')], tools: [tool] })
    for (const mode of ['chat', 'agent', 'coder'] as const) {
      chat.chat.mode = mode
      await chat.say('hm')
    }
    expect(chat.model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
      ['session'],
      ['session', 'read'],
      ['session', 'read'],
    ])
    expect(chat.model.requests[1]?.instructions).toContain('Working folder: /desk')
  })

  it('keeps the model it has when another cannot be used', async () => {
    const chat = await chatHarness({ answers: [says('still here')] })
    await expect(chat.chat.useModel({ provider: 'nowhere' })).rejects.toMatchObject({ code: 'usage' })
    expect((await chat.say('hello')).text).toBe('still here')
  })
})

describe('recall', () => {
  it('never asks for a model on this machine', async () => {
    const chat = await chatHarness({ answers: [recall, says('1000 rps')], permission: 'never' })
    await chat.say('what was the rate limit?')
    expect(chat.permissions).toEqual([])
    expect(toolResults(chat.chat.conversation.messages)[0]).toContain('1000 rps per key')
  })

  it.each<{ answer: PermissionAnswer; asked: number; found: readonly boolean[] }>([
    { answer: 'always', asked: 1, found: [true, true] },
    { answer: 'never', asked: 1, found: [false, false] },
    { answer: 'once', asked: 2, found: [true, true] },
    { answer: 'not-now', asked: 2, found: [false, false] },
  ])('asks for a remote model, "$answer" is remembered or not', async ({ answer, asked, found }) => {
    const memory = sampleMemory()
    const results: string[] = []
    const questions: string[] = []
    for (const _ of found) {
      const answers = [recall, says('ok')]
      const chat = await chatHarness({ memory, answers, isLocal: false, permission: answer })
      await chat.say('what was it?')
      results.push(...toolResults(chat.chat.conversation.messages))
      questions.push(...chat.permissions.map(({ subject }) => subject))
      chat.chat.leave()
    }
    expect(results.map((text) => text.includes('1000 rps per key'))).toEqual(found)
    expect(questions).toEqual(
      Array.from({ length: asked }, () => 'search past conversations and send what is found to scripted'),
    )
  })

  it('is refused in words the model can pass on where nobody can be asked', async () => {
    const chat = await chatHarness({ answers: [recall, says('Sorry.')], isLocal: false })
    await chat.say('what was it?')
    expect(toolResults(chat.chat.conversation.messages)).toEqual([expect.stringContaining('--allow session')])
    const allowed = await chatHarness({ answers: [recall, says('ok')], isLocal: false, allow: ['session'] })
    await allowed.say('what was it?')
    expect(toolResults(allowed.chat.conversation.messages)[0]).toContain('1000 rps')
  })

  it('needs no leave to keep the conversation', async () => {
    const save = callsSession('save', { name: 'limits' })
    const chat = await chatHarness({ answers: [save, says('Saved.')], isLocal: false })
    await chat.say('keep this')
    expect(chat.permissions).toEqual([])
    expect(chat.chatcli.sessions.exists('limits')).toBe(true)
  })
})

describe('what a model never sees', () => {
  const peek = [
    callsSession('search', { query: 'salary of the harbour master' }),
    callsSession('get', { name: 'secret-pay' }),
    callsSession('list'),
    callsSession('get', { name: 'secret-pai' }),
    says('nothing'),
  ]
  async function seen(hide: 'private' | 'source'): Promise<string> {
    const memory = sampleMemory()
    const content = [{ role: 'user', content: 'The salary of the harbour master is 4200.' }]
    memory.chatcli.sessions.save('secret-pay', content, {
      title: 'Pay of the master',
      source: { tool: 'Scribe' },
    })
    if (hide === 'private') {
      const live = memory.chatcli.sessions.open('secret-pay')
      live.set({ private: true })
      live.save()
      live.close()
    }
    const settings = hide === 'source' ? { hiddenSources: ['scribe'] } : {}
    const chat = await chatHarness({ memory, answers: peek, settings })
    await chat.say('What do we pay?')
    const results = toolResults(chat.chat.conversation.messages)
    expect(results).toHaveLength(4)
    return results.join('\n')
  }

  it.each(['private', 'source'] as const)('%s: not by search, get, list or a hint', async (hide) => {
    const text = await seen(hide)
    expect(text).not.toContain('4200')
    expect(text).not.toContain('Pay of the master')
    expect(text).not.toContain('Did you mean')
    expect(text).toContain('tide-notes')
  })
})

describe('usage', () => {
  it('adds up all answers of a session, also those of an earlier start', async () => {
    const memory = sampleMemory()
    const usage = { inputTokens: 10, outputTokens: 4, cost: 0.25 }
    const answer = [
      { kind: 'text', text: 'Hm.' },
      { kind: 'end', reason: 'stop', usage },
    ] as const
    const first = await chatHarness({ memory, answers: [answer] })
    await first.say('one')
    await first.slash('/session save counted')
    first.chat.leave()
    const second = await chatHarness({ memory, answers: [answer] })
    await second.slash('/session load counted')
    await second.say('two')
    expect(second.chat.usage()).toMatchObject({ answers: 2, inputTokens: 20, outputTokens: 8, cost: 0.5 })
    expect(await second.slash('/cost')).toBe('2 answers: 20 tokens in, 8 out, $0.5000')
  })
})
