import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutToWidth, displayWidth, padToWidth } from './display-width.ts'

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['plain text', 10],
    ['ação', 4],
    ['ac\u0327a\u0303o', 4],
    ['用Redis缓存', 11],
    ['한국어', 6],
    ['ｶﾅ カナ', 7],
    ['Ａ', 2],
    ['👩‍👩‍👧', 2],
    ['🇧🇷', 2],
    ['❤️', 2],
    ['…', 1],
    ['–', 1],
    ['\u0301', 0],
  ])('%j takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })
})

describe('cutToWidth', () => {
  it.each([
    ['plain text', 10, 'plain text'],
    ['plain text', 9, 'plain te…'],
    ['plain text', 7, 'plain…'],
    ['用用用', 4, '用…'],
    ['用用用', 5, '用用…'],
    ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
    ['text', 1, '…'],
    ['text', 0, ''],
  ])('%j in %i columns is %j', (text, columns, cut) => {
    expect(cutToWidth(text, columns)).toBe(cut)
  })

  it('never takes more columns than there are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, columns) => {
        expect(displayWidth(cutToWidth(text, columns))).toBeLessThanOrEqual(columns)
      }),
    )
  })
})

describe('padToWidth', () => {
  it('pads by columns, not by characters', () => {
    expect(padToWidth('用', 4)).toBe('用  ')
    expect(padToWidth('long', 2)).toBe('long')
  })
})
