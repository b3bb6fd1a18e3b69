import { expect, it } from 'vitest'
import { clipboardSequence } from './clipboard-sequence.ts'

it('is for terminals that are known to take it', () => {
  expect(clipboardSequence('héllo', { TERM: 'xterm-kitty' })).toBe('\u001B]52;c;aMOpbGxv\u0007')
  expect(clipboardSequence('a', { TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm' })).toBeDefined()
  expect(clipboardSequence('a', { TERM: 'xterm-256color' })).toBeUndefined()
  expect(clipboardSequence('a', {})).toBeUndefined()
})

it('is not for texts that terminals refuse', () => {
  expect(clipboardSequence('x'.repeat(60_000), { TERM: 'foot' })).toBeUndefined()
})
