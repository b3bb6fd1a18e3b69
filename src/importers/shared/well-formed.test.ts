import { expect, it } from 'vitest'
import { wellFormed } from './well-formed.ts'

it('mends half pairs and drops NUL, and leaves everything else', () => {
  expect(wellFormed('a\ud83d b')).toBe('a\ufffd b')
  expect(wellFormed('a\0b\0')).toBe('ab')
  const fine = 'maré 潮 🌊 \u2028 \u0007'
  expect(wellFormed(fine)).toBe(fine)
})
