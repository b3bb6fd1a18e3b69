import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnswerPart, ToolCallSplitter } from './tool-call-splitter.ts'

const split = (chunks: readonly string[]): readonly AnswerPart[] => {
  let count = 0
  const splitter = new ToolCallSplitter(() => `call-${++count}`)
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()]
}

/** Neighbouring texts joined, since chunks may cut them anywhere. */
const joined = (parts: readonly AnswerPart[]): readonly AnswerPart[] =>
  parts.reduce<AnswerPart[]>((all, part) => {
    const last = all.at(-1)
    if (part.kind === 'text' && last?.kind === 'text') {
      return [...all.slice(0, -1), { kind: 'text', text: last.text + part.text }]
    }
    return [...all, part]
  }, [])

describe('ToolCallSplitter', () => {
  it('lets text through at once and holds back only what may be a call', () => {
    const splitter = new ToolCallSplitter(() => 'id')
    expect(splitter.push('a < b and ')).toEqual([{ kind: 'text', text: 'a < b and ' }])
    expect(splitter.push('<tool')).toEqual([])
    expect(splitter.push('box>')).toEqual([{ kind: 'text', text: '<toolbox>' }])
    expect(splitter.push('`<tool_call')).toEqual([{ kind: 'text', text: '`<tool_call' }])
    expect(splitter.push('`\n<tool_call name="list"')).toEqual([{ kind: 'text', text: '`\n' }])
    expect(splitter.push(' /> so')).toEqual([
      {
        kind: 'call',
        call: { id: 'id', name: 'list', arguments: {} },
        source: '<tool_call name="list" />',
      },
      { kind: 'text', text: ' so' },
    ])
    expect(splitter.end()).toEqual([])
  })

  it('keeps the order of text and calls within a chunk', () => {
    const parts = split(['one <tool_call name="a" /> two <tool_call name="b" /> three <tool_call na'])
    expect(parts.map((part) => (part.kind === 'text' ? part.text : part.kind))).toEqual([
      'one ',
      'call',
      ' two ',
      'call',
      ' three ',
      'unfinished',
    ])
  })

  it('gives the same however the answer is cut', () => {
    const pieces = fc.constantFrom(
      '<tool_call name="x" args=\'{"a":"it\'s"}\' />',
      '<tool_call name="y">{"b":1}</tool_call>',
      '<tool_call',
      " args='{",
      '"',
      "'",
      '>',
      '/>',
      '`',
      '```\n',
      '\n',
      '\\"',
      '&quot;',
      'text ',
      '<',
    )
    const answers = fc.array(pieces, { maxLength: 20 }).map((all) => all.join(''))
    fc.assert(
      fc.property(answers, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (answer, sizes) => {
        const chunks: string[] = []
        for (let at = 0, i = 0; at < answer.length; i++) {
          const size = sizes[i % sizes.length] ?? 1
          chunks.push(answer.slice(at, at + size))
          at += size
        }
        expect(joined(split(chunks))).toEqual(joined(split([answer])))
      }),
      { seed: 5, numRuns: 1000 },
    )
  })

  it('takes a long answer that is full of beginnings', () => {
    let ids = 0
    const splitter = new ToolCallSplitter(() => `${++ids}`)
    const parts = splitter.push('<tool_call a="<tool_call b=\'{'.repeat(20_000))
    expect([...parts, ...splitter.end()].map(({ kind }) => kind)).toEqual(['text', 'unfinished'])
    expect(ids).toBe(0)
  })
})
