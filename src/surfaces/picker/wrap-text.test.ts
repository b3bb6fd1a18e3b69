import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../text/display-width.ts'
import { wrapText } from './wrap-text.ts'

describe('wrapText', () => {
  it.each([
    ['one two three', 8, ['one two', 'three']],
    ['one\n\ntwo', 8, ['one', '', 'two']],
    ['unbreakable', 5, ['unbre', 'akabl', 'e']],
    ['see https://example.test/a', 12, ['see https://', 'example.test', '/a']],
    ['日本語の文章', 5, ['日本', '語の', '文章']],
    ['ok 日本語', 6, ['ok 日', '本語']],
    ['  indented code', 10, ['  indented', 'code']],
    ['a\tb', 10, ['a  b']],
    ['', 10, ['']],
  ])('%j in %i columns', (text, columns, lines) => {
    expect(wrapText(text, columns)).toEqual(lines)
  })

  it('never makes a line wider than asked, and loses nothing but spaces', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.integer({ min: 2, max: 30 }),
        (text, columns) => {
          const clean = text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
          const lines = wrapText(clean, columns)
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
          expect(lines.join('').replace(/\s/g, '')).toBe(clean.replace(/\s/g, ''))
        },
      ),
    )
  })
})
