import { describe, expect, it } from 'vitest'
import { renderSnippet } from './render-snippet.ts'

const style = { strong: (text: string) => `<${text}>`, quiet: (text: string) => text }

describe('renderSnippet', () => {
  it('sets the matches off', () => {
    const matches = [
      { start: 2, end: 6, term: 'rate' },
      { start: 7, end: 14, term: 'limiter' },
    ]
    expect(renderSnippet({ text: 'a rate limiter', matches }, style)).toBe('a <rate> <limiter>')
  })

  it('leaves out the ellipsis it begins with, since a bullet stands there', () => {
    expect(renderSnippet({ text: '…the rate…', matches: [{ start: 5, end: 9, term: 'rate' }] }, style)).toBe(
      'the <rate>…',
    )
  })

  it('is one line without anything a terminal would act on, wherever a match begins', () => {
    const text = 'a\x1b]0;pwn\x07\nb\x1b[31mc'
    for (let start = 0; start < text.length; start++) {
      const shown = renderSnippet({ text, matches: [{ start, end: text.length, term: 'x' }] }, style)
      expect(shown).not.toMatch(/[\0-\x1F\x7F-\x9F]/)
    }
  })

  it('forgives matches that overlap or are empty', () => {
    const matches = [
      { start: 0, end: 3, term: 'a' },
      { start: 1, end: 4, term: 'b' },
      { start: 4, end: 4, term: 'c' },
    ]
    expect(renderSnippet({ text: 'abcdef', matches }, style)).toBe('<abc>def')
  })
})
