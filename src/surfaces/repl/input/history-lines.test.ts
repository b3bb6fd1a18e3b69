import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { historyLine, parseHistory } from './history-lines.ts'

describe('history lines', () => {
  it('keeps an entry of several lines on one', () => {
    expect(historyLine('one\n\ttwo "three"')).toBe('\n"one\\n\\ttwo \\"three\\""\n')
  })

  it.each([
    ['export API_KEY=tide1234', 'export API_KEY=[REDACTED:api-key]'],
    ['/config set anthropic-key anything at all', '/config set anthropic-key [REDACTED:value]'],
    ['/config set OPENAI_API_KEY x', '/config set OPENAI_API_KEY [REDACTED:value]'],
    ['/config set model tern-2', '/config set model tern-2'],
    ['show the task-list', 'show the task-list'],
  ])('writes %s without its secret', (entry, written) => {
    expect(parseHistory(historyLine(entry))).toEqual([written])
  })

  it('reads newest first, equal ones in a row once', () => {
    expect(parseHistory(['a', 'b', 'b', 'a'].map(historyLine).join(''))).toEqual(['a', 'b', 'a'])
  })

  it('reads what other programs wrote, and what a crash left', () => {
    expect(parseHistory('/session list\r\n"cut off\n42\n\n "x"\n{"a":1}\n')).toEqual([
      '{"a":1}',
      ' "x"',
      '42',
      '"cut off',
      '/session list',
    ])
    expect(parseHistory(`"half of an ent${historyLine('whole')}`)).toEqual(['whole', '"half of an ent'])
  })

  it('gives back every entry that has no secret', () => {
    const entry = fc
      .string({ unit: 'binary', maxLength: 30 })
      .filter((text) => text.trim() !== '' && !/[=:]/.test(text))
    fc.assert(
      fc.property(entry, (text) => {
        expect(parseHistory(historyLine(text))).toEqual([text])
      }),
      { seed: 11, numRuns: 300 },
    )
  })
})
