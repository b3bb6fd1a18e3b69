import { describe, expect, it } from 'vitest'
import type { ChatCliError } from '../../errors.ts'
import { chatSettings } from './chat-settings.ts'

const environment = { HOME: '/home', CHATCLI_MODEL: 'env-model', CHATCLI_TIMEOUT: '2m' }
const file = { path: '/c.toml', text: '', values: { mode: 'agent', timeout: '4m' } }

function errorOf(options: Record<string, string>): ChatCliError {
  try {
    chatSettings(options, environment, undefined)
  } catch (error) {
    return error as ChatCliError
  }
  throw new Error('expected an error')
}

describe('chatSettings', () => {
  it('puts options over the environment over the file', () => {
    const settings = chatSettings({ model: 'tern-2', 'max-tokens': '50' }, environment, file)
    expect(settings).toMatchObject({ model: 'tern-2', maxTokens: 50, timeoutMs: 120_000, mode: 'agent' })
  })

  it.each([
    ['max-tokens', 'many', '--max-tokens'],
    ['timeout', 'soon', '--timeout'],
    ['mode', 'turbo', '--mode'],
  ])('names the option: --%s %s', (option, value, named) => {
    const error = errorOf({ [option]: value })
    expect(error.code).toBe('usage')
    expect(error.message).toContain(named)
    expect(`${error.message} ${error.hint}`).not.toContain('CHATCLI_')
  })
})
