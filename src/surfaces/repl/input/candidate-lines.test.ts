import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../../text/display-width.ts'
import { candidateLines } from './candidate-lines.ts'

const lines = (words: readonly [string, string?][], columns: number, mostLines = 10): string[] =>
  candidateLines(
    words.map(([word, about = '']) => ({ word, about })),
    { columns, mostLines, andMore: (count) => `… and ${count} more` },
  )

describe('candidateLines', () => {
  it('shows what words mean, one to a line', () => {
    expect(lines([['proj-tide', 'Rate limiter'], ['x', '潮汐表'], ['y']], 40)).toEqual([
      'proj-tide  Rate limiter',
      'x          潮汐表',
      'y',
    ])
  })

  it('puts words without a meaning side by side', () => {
    expect(lines([['chat'], ['agent'], ['coder'], ['x']], 20)).toEqual(['chat   agent  coder', 'x'])
  })

  it('says how many more there are', () => {
    const many = Array.from({ length: 30 }, (_, at): [string, string] => [`name-${at}`, 'title'])
    expect(lines(many, 40, 4)).toEqual([
      'name-0   title',
      'name-1   title',
      'name-2   title',
      '… and 27 more',
    ])
  })

  it('is never wider than the terminal, and safe', () => {
    const wide: [string, string][] = [
      ['a-name-that-is-longer-than-most-terminals-are-wide', '潮汐と石の\u001B]0;x\u0007モザイク'.repeat(4)],
      ['short', 'emoji 👩‍👩‍👧 and\nlines'.repeat(5)],
    ]
    for (const columns of [20, 40, 80]) {
      for (const line of lines(wide, columns)) {
        expect(displayWidth(line)).toBeLessThanOrEqual(columns)
        expect(line).not.toMatch(/\p{Control}/u)
      }
    }
  })
})
