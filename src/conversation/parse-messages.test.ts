import { describe, expect, it } from 'vitest'
import { exportJsonl } from './export-jsonl.ts'
import { exportMarkdown } from './export-markdown.ts'
import { parseMessages } from './parse-messages.ts'
import { sampleRecord } from './sample-record.suite.ts'
import type { Message } from './message.ts'

const said: Message[] = [
  { role: 'system', content: 'be brief' },
  { role: 'user', content: 'run it\nplease', created_at: '2026-03-01T10:00:00.000Z', id: 'm1', mood: 'good' },
  { role: 'assistant', content: '', tool_calls: [{ id: 'c1', name: 'run', arguments: { cmd: 'ls' } }] },
  { role: 'tool', content: 'a ``` b', tool_call_id: 'c1', is_error: true },
]

describe('exports', () => {
  it('as JSON Lines read back to the same messages', () => {
    const text = exportJsonl(sampleRecord(said))
    expect(text.trimEnd().split('\n')).toHaveLength(said.length)
    expect(parseMessages(text, 'x').chat_history).toEqual(said)
  })

  it('as JSON Lines have the documented fields, and no message twice', () => {
    const line = JSON.parse(exportJsonl(sampleRecord(said)).split('\n')[1] ?? '') as Record<string, unknown>
    expect(line).toEqual({
      position: 1,
      turn: 't',
      role: 'user',
      content: 'run it\nplease',
      at: '2026-03-01T10:00:00.000Z',
      id: 'm1',
      mood: 'good',
    })
  })

  it('as Markdown have a section for each message, prompts collapsed, calls and results fenced', () => {
    const text = exportMarkdown(sampleRecord(said))
    expect(text.match(/^### #\d+ \w+/gm)).toEqual([
      '### #0 system',
      '### #1 user',
      '### #2 assistant',
      '### #3 tool',
    ])
    expect(text).toContain('<details><summary>system message</summary>')
    expect(text).toContain('```json\n{\n  "id": "c1",\n  "name": "run"')
    expect(text).toContain('````\na ``` b\n````')
  })
})

describe('reading messages from text', () => {
  it('takes one line, an array, a session', () => {
    for (const text of [
      '{"role":"user","content":"hi"}',
      '[{"role":"user","content":"hi"}]',
      '{"version":2,"chat_history":[{"role":"user","content":"hi"}]}',
      '\n{"role":"user","content":"hi"}\n\n',
    ]) {
      expect(parseMessages(text, 'x').chat_history, text).toEqual([{ role: 'user', content: 'hi' }])
    }
  })

  it('names the line it cannot read', () => {
    expect(() => parseMessages('{"role":"user","content":"hi"}\n{"role":\n', 'in.jsonl')).toThrow(
      /in\.jsonl, line 2/,
    )
    expect(() => parseMessages('{"role":"user","content":"hi"}\n{"a":1}', 'in.jsonl')).toThrow(
      /line 2.*no role/,
    )
  })
})
