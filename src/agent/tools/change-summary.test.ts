import { describe, expect, it } from 'vitest'
import { changeSummary } from './change-summary.ts'

describe('changeSummary', () => {
  it('shows from the first line that differs to the last', () => {
    expect(changeSummary('a\nb\nc\nd\n', 'a\nB\nc\nD\n')).toBe('At line 2:\n-b\n-c\n-d\n+B\n+c\n+D')
    expect(changeSummary('a\nc\n', 'a\nb\nc\n')).toBe('At line 2:\n+b')
    expect(changeSummary('a\na\n', 'a\n')).toBe('At line 2:\n-a')
    expect(changeSummary('', 'a')).toBe('At line 1:\n+a')
  })

  it('is short', () => {
    const many = 'x\n'.repeat(100)
    expect(changeSummary('', many).split('\n')).toEqual([
      'At line 1:',
      ...Array(12).fill('+x'),
      '+… 88 more lines',
    ])
    expect(changeSummary('', 'y'.repeat(500))).toBe(`At line 1:\n+${'y'.repeat(200)}…`)
  })

  it('says when nothing can be seen', () => {
    expect(changeSummary('a', 'a')).toBe('')
    expect(changeSummary('a\n', 'a\r\n')).toBe('Only line ends differ.')
    expect(changeSummary('a', 'a\n')).toBe('Only line ends differ.')
  })
})
