import { describe, expect, it } from 'vitest'
import type { RecordMessage } from '../conversation/record.ts'
import type { Message } from '../conversation/message.ts'
import { isEcho } from './is-echo.ts'

function entry(message: Message, toolName?: string): RecordMessage {
  return { message, ...(toolName === undefined ? {} : { toolName }) } as RecordMessage
}

describe('isEcho', () => {
  it('knows the answers of this memory by the name of the tool', () => {
    for (const name of ['session', '@session', 'session_search', 'mcp__chatcli__session_get'])
      expect(isEcho(entry({ role: 'tool', content: 'tides' }, name))).toBe(true)
    expect(isEcho(entry({ role: 'tool', content: 'tides' }, 'read'))).toBe(false)
  })

  it('knows them by their form', () => {
    const content = 'Sessions matching "tides":\n\n• sea — The sea (2 matches)\n    … user: high tide'
    expect(isEcho(entry({ role: 'tool', content }))).toBe(true)
    expect(isEcho(entry({ role: 'assistant', content }))).toBe(false)
  })

  it('takes a question that only the memory was asked for one', () => {
    expect(isEcho(entry({ role: 'user', content: 'tides?', meta: { recall: true } }))).toBe(true)
    expect(isEcho(entry({ role: 'user', content: 'tides?', meta: { mode: 'chat' } }))).toBe(false)
  })
})
