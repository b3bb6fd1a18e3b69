import { expect, it } from 'vitest'
import { ollamaUrl } from './ollama-url.ts'

it.each([
  ['box', 'http://box:11434/v1'],
  ['box:8080', 'http://box:8080/v1'],
  ['box:80', 'http://box/v1'],
  [':8080', 'http://127.0.0.1:8080/v1'],
  ['http://box:8080/', 'http://box:8080/v1'],
  ['https://box', 'https://box/v1'],
  ['https://box/ollama/v1', 'https://box/ollama/v1'],
  ['0.0.0.0', 'http://127.0.0.1:11434/v1'],
  ['0.0.0.0:8080', 'http://127.0.0.1:8080/v1'],
  ['[::]:8080', 'http://127.0.0.1:8080/v1'],
  ['[::1]', 'http://[::1]:11434/v1'],
])('ollamaUrl of %s', (host, url) => {
  expect(ollamaUrl(host)).toBe(url)
})

it('ollamaUrl says what is no host', () => {
  expect(() => ollamaUrl('a b:c')).toThrow('OLLAMA_HOST: "a b:c" is no host')
})
