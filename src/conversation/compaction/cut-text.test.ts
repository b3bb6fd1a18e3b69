import { describe, expect, it } from 'vitest'
import { clip, cutText } from './cut-text.ts'

describe('cutText', () => {
  it('cuts at line ends where one is near', () => {
    const lines = Array.from({ length: 100 }, (_, i) => `line ${i}`).join('\n')
    const cut = cutText(lines, { head: 30, tail: 20 })
    expect(cut?.head).toBe('line 0\nline 1\nline 2\nline 3')
    expect(cut?.tail).toBe('line 98\nline 99')
    expect(cut?.left).toBe(lines.length - 27 - 15)
  })

  it('never splits what a person sees as one character', () => {
    const family = '👨‍👩‍👧‍👦'
    const text = family.repeat(40)
    for (let head = 20; head < 40; head++) {
      const cut = cutText(text, { head, tail: head })
      expect(cut?.head.replaceAll(family, '')).toBe('')
      expect(cut?.tail.replaceAll(family, '')).toBe('')
      expect(cut?.left).toBe(text.length - (cut?.head.length ?? 0) - (cut?.tail.length ?? 0))
    }
  })

  it('leaves what is short enough', () => {
    expect(cutText('short', { head: 3, tail: 2 })).toBeUndefined()
  })
})

describe('clip', () => {
  it('ends with an ellipsis only when something was cut', () => {
    expect(clip('abc', 3)).toBe('abc')
    expect(clip('abcd', 3)).toBe('ab…')
    expect(clip('a🇧🇷b', 4)).toBe('a…')
  })
})
