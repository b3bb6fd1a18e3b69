import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replaceText } from './replace-text.ts'

const lf = (text: string): string => text.replaceAll('\r\n', '\n')

describe('replaceText', () => {
  it('does what a plain replacement would, and leaves every other line end alone', () => {
    const texts = fc
      .array(fc.constantFrom('a', 'b', '\n', '\r\n', '$&', 'é'), { maxLength: 30 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, texts, texts, (text, from, to) => {
        const { text: next, lines } = replaceText(text, from, to)
        const pieces = from === '' ? [lf(text)] : lf(text).split(lf(from))
        expect(lines).toHaveLength(pieces.length - 1)
        expect(lf(next)).toBe(lf(pieces.join(lf(to))))
        if (lines.length === 0) expect(next).toBe(text)
        if (lines.length === 1) {
          const count = (whole: string): number => whole.split('\r\n').length - 1
          const inFrom = lf(from).split('\n').length - 1
          expect(count(next)).toBeGreaterThanOrEqual(count(text) - inFrom)
        }
      }),
      { seed: 6, numRuns: 2000 },
    )
  })

  it('says at which lines it was', () => {
    expect(replaceText('a\r\nb a\na', 'a', 'x')).toEqual({ text: 'x\r\nb x\nx', lines: [1, 2, 3] })
    expect(replaceText('aaa', 'aa', 'x')).toEqual({ text: 'xa', lines: [1] })
  })
})
