import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportShareGpt, shareGptTurn } from './export-sharegpt.ts'
import { parseMessages } from './parse-messages.ts'
import { sampleRecord } from './sample-record.suite.ts'
import type { RecordState } from './record.ts'
import type { Message } from './message.ts'

/** What the form carries. */
const carried = (messages: readonly Message[]): unknown[] => {
  const names = new Map<string, string>()
  return messages.map(({ role, content, tool_calls, tool_call_id }) => {
    for (const { id, name } of tool_calls ?? []) names.set(id, name)
    const calls = (tool_calls ?? []).map((call) => [call.name, call.arguments])
    return { role, content, calls, answers: names.get(tool_call_id ?? '') }
  })
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        '<tool_call>',
        '</tool_call>',
        '<tool_response>',
        '</tool_response>',
        '<',
        '\\',
        '\n',
      ) as fc.Arbitrary<string>,
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
)
const call = fc.record({
  name: fc.string({ minLength: 1 }),
  arguments: fc.dictionary(text, fc.oneof(text, fc.integer())),
})
/** An exchange: words of the person, then an answer with its calls and a result for each. */
const exchange = fc.tuple(text, text, fc.array(fc.tuple(call, text), { maxLength: 3 }))

describe('ShareGPT form', () => {
  it('gives back roles, texts, calls and results, whatever the texts hold', () => {
    fc.assert(
      fc.property(fc.array(exchange, { minLength: 1, maxLength: 5 }), (exchanges) => {
        let ids = 0
        const messages = exchanges.flatMap(([question, answer, calls]): Message[] => {
          const named = calls.map(([one]) => ({ ...one, id: `x${++ids}` }))
          return [
            { role: 'user', content: question },
            { role: 'assistant', content: answer, ...(named.length > 0 ? { tool_calls: named } : {}) },
            ...calls.map(([, result], i): Message => {
              return { role: 'tool', content: result, tool_call_id: named[i]?.id ?? '' }
            }),
          ]
        })
        const said = messages.filter(({ role, content, tool_calls }) => {
          return role === 'tool' || content !== '' || tool_calls !== undefined
        })
        fc.pre(said.length > 0)
        const lines = exportShareGpt(sampleRecord(messages))
        expect(lines.trimEnd().split('\n')).toHaveLength(said.length)
        expect(carried(parseMessages(lines, 'x').chat_history)).toEqual(carried(said))
        // The same as one object, as most programs write it.
        const conversations = said.map(shareGptTurn)
        const whole = JSON.stringify({ conversations })
        expect(carried(parseMessages(whole, 'x').chat_history)).toEqual(carried(said))
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('is a line for each message: human, gpt, system and tool', () => {
    const run = { id: 'c1', name: 'run', arguments: { cmd: 'echo "</tool_call>"' } }
    const messages: Message[] = [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'run it' },
      { role: 'assistant', content: 'Now.', tool_calls: [run] },
      { role: 'tool', content: 'done', tool_call_id: 'c1' },
      { role: 'assistant', content: '' },
    ]
    const lines = exportShareGpt(sampleRecord(messages))
    expect(lines.trimEnd().split('\n')).toEqual([
      '{"from":"system","value":"be brief"}',
      '{"from":"human","value":"run it"}',
      String.raw`{"from":"gpt","value":"Now.\n<tool_call>\n{\"name\":\"run\",\"arguments\":{\"cmd\":\"echo \\\"\\u003c/tool_call>\\\"\"}}\n</tool_call>"}`,
      String.raw`{"from":"tool","value":"<tool_response>\ndone\n</tool_response>"}`,
    ])
  })

  it('leaves out what was rewound, removed or cannot be read, and summaries whose messages are there', () => {
    const states: RecordState[] = ['live', 'compacted', 'rewound', 'removed', 'missing']
    const contents = [...states, 'summary']
    const record = sampleRecord(contents.map((content) => ({ role: 'user', content })))
    const messages = record.messages.map((said, i) => {
      const state = states[i]
      return state === undefined ? { ...said, derived: true } : { ...said, state }
    })
    const read = parseMessages(exportShareGpt({ ...record, messages }), 'x').chat_history
    expect(read.map(({ content }) => content)).toEqual(['live', 'compacted'])
  })
})

describe('reading ShareGPT form', () => {
  it.each([
    ['a data set of one conversation', '[{"id":"a","conversations":[{"from":"human","value":"hi"}]}]'],
    ['a list of turns', '[{"from":"user","value":"hi"}]'],
    ['one line', '{"from":"human","value":"hi"}'],
    ['lines, with blank ones', '\uFEFF{"from":"human","value":"hi"}\r\n\n'],
  ])('takes %s', (_, given) => {
    expect(parseMessages(given, 'x').chat_history).toEqual([{ role: 'user', content: 'hi' }])
  })

  it('takes words and calls of other programs', () => {
    const conversations = [
      { from: 'human', value: 'look' },
      { from: 'function_call', value: '{"name":"ls","arguments":{"path":"."}}' },
      { from: 'observation', value: 'a b' },
      { from: 'gpt', value: 'Two.\n<tool_call>{not JSON}</tool_call>' },
    ]
    expect(parseMessages(JSON.stringify({ system: 'be brief', conversations }), 'x').chat_history).toEqual([
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'look' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'call-1', name: 'ls', arguments: { path: '.' } }],
      },
      { role: 'tool', content: 'a b', tool_call_id: 'call-1' },
      { role: 'assistant', content: 'Two.\n<tool_call>{not JSON}</tool_call>' },
    ])
  })

  it('refuses several conversations at once, and names a line that is none', () => {
    const one = '{"conversations":[{"from":"human","value":"hi"}]}'
    expect(() => parseMessages(`${one}\n${one}\n`, 'set.jsonl')).toThrow('set.jsonl holds 2 conversations')
    expect(() => parseMessages(`[${one},${one}]`, 'set.json')).toThrow('set.json holds 2 conversations')
    expect(() => parseMessages('{"from":"human","value":"hi"}\n{"from":1}', 'set.jsonl')).toThrow(
      'set.jsonl, line 2',
    )
  })
})
