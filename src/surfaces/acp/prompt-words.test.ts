import { describe, expect, it } from 'vitest'
import { textFor } from '../../text/text-for.ts'
import { promptWords } from './prompt-words.ts'

const text = textFor('en')

describe('promptWords', () => {
  it('keeps text, links what is pointed to, and takes in what came along', () => {
    const words = promptWords(
      [
        { type: 'text', text: 'Compare these:' },
        { type: 'resource_link', name: 'tides.ts', uri: 'file:///desk/tides.ts' },
        { type: 'resource', resource: { uri: 'file:///desk/moon.ts', text: 'export const moon = 1' } },
      ],
      text,
    )
    expect(words).toBe(
      'Compare these:\n[@tides.ts](file:///desk/tides.ts)\nfile:///desk/moon.ts\n```\nexport const moon = 1\n```',
    )
  })

  it('does not let a file end its own marks', () => {
    const words = promptWords(
      [{ type: 'resource', resource: { uri: 'file:///a.md', text: '```js\nlet a\n```\n' } }],
      text,
    )
    expect(words).toBe('file:///a.md\n````\n```js\nlet a\n```\n````')
  })

  it('names what it cannot read', () => {
    const words = promptWords(
      [
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png', uri: 'file:///desk/pier.png' },
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
        { type: 'resource', resource: { uri: 'file:///desk/a.bin', blob: 'AAAA' } },
      ],
      text,
    )
    expect(words.split('\n')).toEqual([
      '[image: not shown (image/png)]',
      '[image: file:///desk/pier.png (image/png)]',
      '[audio: not shown (audio/wav)]',
      '[attachment: file:///desk/a.bin]',
    ])
  })

  it('is empty when nothing was said', () => {
    expect(promptWords([], text)).toBe('')
    expect(promptWords([{ type: 'text', text: ' \n' }], text)).toBe('')
  })
})
