import { expect, it } from 'vitest'
import { redactKeys } from './redact-keys.ts'

it('redactKeys leaves no key in a text', () => {
  expect(redactKeys('key my-own-secret is bad', 'my-own-secret')).toBe('key [key] is bad')
  for (const key of [
    'sk-ant-api03-abcdefgh',
    'sk-pro****wxyz',
    'AIzaSyA-0123456789abcdefgh',
    'gsk_0123456789',
  ]) {
    expect(redactKeys(`Incorrect API key provided: ${key}.`)).toBe('Incorrect API key provided: [key].')
  }
  expect(redactKeys('Authorization: Bearer abc.def.ghi')).toBe('Authorization: Bearer [key]')
  expect(redactKeys('at http://ada:pass-word@tide.test/v1')).toBe('at http://[key]@tide.test/v1')
  expect(redactKeys('ada:pass-word@tide.test')).toBe('[key]@tide.test')
  expect(redactKeys('write to ada@tide.test')).toBe('write to ada@tide.test')
  expect(redactKeys('a task-force of sk-8 teams', '')).toBe('a task-force of sk-8 teams')
})
