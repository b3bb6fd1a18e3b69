import { describe, expect, it } from 'vitest'
import type { Message } from '../conversation/message.ts'
import { textFor } from '../text/text-for.ts'
import { renderPage } from './render-page.ts'
import { sampleMemory } from './sample-memory.suite.ts'
import { plainStyle } from './text-style.ts'

const options = { text: textFor('en'), style: plainStyle }

function called(content: string, given: unknown): Message {
  return {
    role: 'assistant',
    content,
    tool_calls: [
      { id: 'a', name: 'read_file', arguments: given },
      { id: 'b', name: 'now', arguments: {} },
    ],
  }
}

describe('renderPage', () => {
  it('shows a line per tool call, also when nothing was said', () => {
    const { chatcli } = sampleMemory()
    chatcli.sessions.save('calls', [called('', { path: 'tides.md' }), called('Let me look.', 'a\nb\x1b[2J')])
    expect(renderPage(chatcli.page('calls'), options)).toBe(
      [
        'calls: messages 0–1 of 2',
        '',
        '[0] assistant: → read_file {"path":"tides.md"}',
        '→ now {}',
        '',
        '[1] assistant: Let me look.',
        String.raw`→ read_file "a\nb\u001b[2J"`,
        '→ now {}',
      ].join('\n'),
    )
  })

  it('says when arguments were cut', () => {
    const { chatcli } = sampleMemory()
    chatcli.sessions.save('calls', [called('', 'x'.repeat(998))])
    expect(renderPage(chatcli.page('calls'), options)).toContain(
      'x…\n(cut: 1000 characters; ask for message 0 to read it whole)\n→ now {}',
    )
    const whole = renderPage(chatcli.page('calls', { message: 0 }), { ...options, single: true })
    expect(whole).toContain(`${'x'.repeat(998)}"\n→ now {}`)
  })
})
