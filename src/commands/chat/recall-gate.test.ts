import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import { readSettings } from '../../settings.ts'
import { type ChatHarness, chatEnvironment, chatHarness } from './chat-harness.suite.ts'

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
