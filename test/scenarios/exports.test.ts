import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../../src/disk/simulated-disk.ts'
import { openChatCli } from '../../src/open-chatcli.ts'
import { testHome } from './test-home.suite.ts'

describe('a conversation that is exported and saved again', () => {
  it('keeps its guessed times as guesses', () => {
    const disk = createSimulatedDisk({ nowMs: Date.UTC(2026, 5, 1) })
    const chatcli = openChatCli({ home: '/home', disk, now: () => Date.UTC(2026, 5, 1), timeZone: 'UTC' })
    const undated = JSON.stringify({
      version: 2,
      updated_at: '2024-03-05T08:00:00.000Z',
      chat_history: [{ role: 'user', content: 'low tide' }],
    })
    chatcli.sessions.save('old', undated)
    chatcli.sessions.save('again', chatcli.transcripts.export('old', 'jsonl').text)
    const [message] = chatcli.sessions.record('again').messages
    expect(message).toMatchObject({ at: Date.UTC(2024, 2, 5, 8), approximate: true })
  })

  it('keeps out of the window what was removed by hand or rewound', () => {
    const { chatcli } = testHome()
    const lines = [
      { role: 'user', content: 'kept' },
      { role: 'user', content: 'removed', state: 'removed' },
      { role: 'user', content: 'rewound', state: 'rewound' },
    ]
    chatcli.sessions.save('tides', lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(chatcli.sessions.load('tides').messages.map(({ content }) => content)).toEqual(['kept'])
    const states = chatcli.sessions.record('tides').messages.map(({ state }) => state)
    expect(states).toEqual(['live', 'removed', 'rewound'])
  })
})

describe('a file whose messages share an id', () => {
  it('keeps every one of them', () => {
    const { chatcli } = testHome()
    const messages = ['one', 'ok', 'ok'].map((content) => ({ role: 'user', content, id: 'a' }))
    expect(chatcli.sessions.save('shared', messages).messages).toBe(3)
    expect(chatcli.sessions.load('shared').messages.map(({ content }) => content)).toEqual([
      'one',
      'ok',
      'ok',
    ])
  })
})
