import { describe, expect, it, vi } from 'vitest'
import { fenceRecalled } from '../../agent/fence-recalled.ts'
import { says } from '../../agent/scripted-model.suite.ts'
import type { Message } from '../../conversation/message.ts'
import { readSettings } from '../../settings.ts'
import { type ChatHarness, chatEnvironment, chatHarness } from './chat-harness.suite.ts'
import { recallGate } from './recall-gate.ts'

describe('what was recalled without the provider that is asked now', () => {
  /** The memory alone answers first, then a provider elsewhere is asked. */
  async function afterMemory(permission: 'once' | 'not-now' | undefined, turns = 1): Promise<ChatHarness> {
    const answers = Array.from({ length: turns }, () => says('Well.'))
    const asked = permission === undefined ? {} : { permission }
    const chat = await chatHarness({
      answers,
      isLocal: false,
      ...asked,
      settings: readSettings({ ...chatEnvironment, OLLAMA_HOST: '', CHATCLI_MODEL: '' }),
    })
    await chat.say('rate limiter of acme')
    await chat.chat.useModel({ provider: 'ollama', model: 'parrot-1' })
    for (let turn = 0; turn < turns; turn++) await chat.say('and what now?')
    return chat
  }
  const given = ({ model }: ChatHarness, request = 0): string =>
    model.requests[request]?.messages.map(({ content }) => content).join('\n') ?? ''

  it('goes there when the person allows it, who is asked once', async () => {
    const chat = await afterMemory('once', 2)
    expect(chat.permissions).toMatchObject([{ tool: 'session' }])
    expect(given(chat, 0)).toContain('1000 rps')
    expect(given(chat, 1)).toContain('1000 rps')
  })

  it.each(['not-now', undefined] as const)('does not go there otherwise (%s)', async (permission) => {
    const chat = await afterMemory(permission)
    expect(given(chat)).not.toContain('1000 rps')
    expect(given(chat)).toContain('What was recalled here is not given to this model')
    expect(chat.window.join('\n')).toContain('1000 rps')
  })
})

describe('recallGate', () => {
  const recalledBy = (provider: string, mark: string): readonly Message[] => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'call_1', name: 'session', arguments: {} }],
      meta: { provider },
    },
    { role: 'tool', content: fenceRecalled(`found by ${provider}`, mark), tool_call_id: 'call_1' },
  ]

  it('holds back a result whose call is gone, and which became a message of the user', async () => {
    const gate = recallGate({
      provider: 'openai',
      shared: new Set(),
      isAllowed: () => Promise.resolve(false),
    })
    const content = recalledBy('ollama', 'b2')[1]?.content ?? ''
    const given = await gate([{ role: 'user', content, meta: { agent_feedback: true, compacted: 'plain' } }])
    expect(given.map((message) => message.content).join('\n')).not.toContain('found by')
  })

  it('tells calls apart that have one id, and lets each provider have its own', async () => {
    const isAllowed = vi.fn(() => Promise.resolve(false))
    const gate = recallGate({ provider: 'openai', shared: new Set(), isAllowed })
    const window = [
      ...recalledBy('openai', 'a1'),
      ...recalledBy('ollama', 'b2'),
      ...recalledBy('openai', 'c3'),
    ]
    for (const messages of [await gate(window), await gate(window)]) {
      const given = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
      expect(given).toEqual([
        expect.stringContaining('found by openai'),
        expect.stringContaining('not given to this model'),
        expect.stringContaining('found by openai'),
      ])
    }
    expect(isAllowed).toHaveBeenCalledTimes(1)
  })

  it('asks nobody when nothing was recalled', async () => {
    const isAllowed = vi.fn(() => Promise.resolve(false))
    const window = [{ role: 'user', content: 'hi' }, ...recalledBy('openai', 'a1')]
    expect(await recallGate({ provider: 'openai', shared: new Set(), isAllowed })(window)).toEqual(window)
    expect(isAllowed).not.toHaveBeenCalled()
  })
})
