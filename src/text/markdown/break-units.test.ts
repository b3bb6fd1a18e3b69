import { describe, expect, it } from 'vitest'
import { breakUnits } from './break-units.ts'

describe('breakUnits', () => {
  it.each([
    ['word', ['word']],
    ['用户', ['用', '户']],
    ['用Redis缓存', ['用', 'Redis', '缓', '存']],
    ['完了。次', ['完', '了。', '次']],
    ['「引号」后', ['「引', '号」', '后']],
    ['サーバー', ['サー', 'バー']],
    ['か\u3099き', ['か\u3099', 'き']],
    ['한국어', ['한국어']],
    ['👩‍👩‍👧', ['👩‍👩‍👧']],
  ])('%j', (word, units) => {
    expect(breakUnits(word)).toEqual(units)
  })
})
