import { describe, expect, it } from 'vitest'
import { cutMiddle } from './cut-middle.ts'

describe('cutMiddle', () => {
  it('keeps two thirds of the beginning and one of the end', () => {
    expect(cutMiddle('abcdefghi', 9)).toBe('abcdefghi')
    expect(cutMiddle('abcdefghij', 9)).toBe('abcdef\n[… 1 characters left out …]\nhij')
    expect(cutMiddle('abc', 0)).toBe('\n[… 3 characters left out …]\n')
  })

  it('splits no pair', () => {
    const text = cutMiddle('\u{1F600}'.repeat(10), 9)
    expect(text.isWellFormed()).toBe(true)
    expect(text).toBe('\u{1F600}\u{1F600}\u{1F600}\n[… 12 characters left out …]\n\u{1F600}')
  })
})
