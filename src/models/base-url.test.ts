import { expect, it } from 'vitest'
import { baseUrlFor } from './base-url.ts'

it.each([
  ['anthropic', 'https://api.anthropic.com', 'https://api.anthropic.com/v1'],
  ['anthropic', 'https://proxy.example/anthropic/', 'https://proxy.example/anthropic/v1'],
  ['anthropic', 'https://api.anthropic.com/v1', 'https://api.anthropic.com/v1'],
  [
    'google',
    'https://generativelanguage.googleapis.com/',
    'https://generativelanguage.googleapis.com/v1beta',
  ],
  ['openai', 'http://127.0.0.1:1234', 'http://127.0.0.1:1234/v1'],
  ['openai', 'https://proxy.example/openai', 'https://proxy.example/openai'],
] as const)('baseUrlFor %s of %s', (provider, given, url) => {
  expect(baseUrlFor(provider, given)).toBe(url)
})

it.each([
  ['somewhere', '"somewhere" is no URL'],
  ['localhost:1234', '"localhost:1234" is no URL'],
  ['ftp://tide.test/v1', '"ftp://tide.test/v1" is no URL'],
  ['sk-proj-0123456789', '"[key]" is no URL'],
  ['ada:pass-word@tide.test', '"[key]@tide.test" is no URL'],
])('baseUrlFor says that %s is no URL, without its secrets', (given, message) => {
  expect(() => baseUrlFor('openai', given)).toThrow(message)
})
