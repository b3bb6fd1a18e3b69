import { describe, expect, it } from 'vitest'
import { replaceParts, taggedParts } from './tagged-parts.ts'

describe('taggedParts', () => {
  it('gives what stands between tags of some names', () => {
    const parts = [
      ...taggedParts('a <task>one</task> <x>no</x> <note id="1">two <task>in</task></note>', 'task|note'),
    ]
    expect(parts.map(({ name, inner }) => [name, inner])).toEqual([
      ['task', 'one'],
      ['note', 'two <task>in</task>'],
    ])
  })

  it('takes them out, or puts something in their place', () => {
    expect(replaceParts('a<b>x</b>c<b>y</b>', 'b')).toBe('ac')
    expect(replaceParts('a<b>x</b>c<b>y</b>', 'b', ({ inner }) => inner)).toBe('axcy')
    expect(replaceParts('a<b>x', 'b')).toBe('a<b>x')
  })

  it('is not held up by tags that are never closed', () => {
    const text = '</b>'.concat('<b>'.repeat(300_000))
    expect(replaceParts(text, 'b')).toBe(text)
    const names = Array.from(
      { length: 20_000 },
      (_, i) => `<t_${'x'.repeat(i % 50)}${i % 7 === 0 ? 'y' : 'z'}>`,
    )
    expect([...taggedParts(names.join(''), '[a-z]+(?:_[a-z]+)+')]).toEqual([])
  })
})
