import { describe, expect, it } from 'vitest'
import { commandEnvironment } from './command-environment.ts'

describe('commandEnvironment', () => {
  it('takes out the keys of providers and of this program, and keeps the rest', () => {
    const secrets = [
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'OPENROUTER_API_KEY',
      'GEMINI_API_KEY',
      'GOOGLE_API_KEY',
      'GOOGLE_GENERATIVE_AI_API_KEY',
      'CLAUDEAI_API_KEY',
      'CHATCLI_ENCRYPTION_KEY',
      'CHATCLI_ENCRYPTION_KEY_PREVIOUS',
      'CHATCLI_ENCRYPTION_KEY_COMMAND',
      'CHATCLI_TELEGRAM_BOT_TOKEN',
    ]
    const given = Object.fromEntries(secrets.map((name) => [name, 'not-for-commands']))
    const kept = commandEnvironment({
      ...given,
      PATH: '/bin',
      AWS_REGION: 'x',
      CHATCLI_HOME: '/h',
      TERM: 'xterm',
    })
    expect(kept).toEqual({
      PATH: '/bin',
      AWS_REGION: 'x',
      CHATCLI_HOME: '/h',
      TERM: 'dumb',
      NO_COLOR: '1',
      PAGER: 'cat',
      GIT_PAGER: 'cat',
      GIT_TERMINAL_PROMPT: '0',
    })
  })
})
