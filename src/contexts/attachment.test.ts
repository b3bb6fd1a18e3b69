import { describe, expect, it } from 'vitest'
import { attachmentsIn, storedAttachments } from './attachment.ts'

describe('attachments', () => {
  it('come back as they were stored, sorted by priority', () => {
    const stored = storedAttachments([
      { contextId: 'b', name: 'b', priority: 100, chunks: [1, 4] },
      { contextId: 'a', name: 'a', priority: 100, retrieve: 8 },
      { contextId: 'c', name: 'c', priority: 0, full: true, other: { hue: 'teal' } },
    ])
    const read = attachmentsIn(JSON.parse(JSON.stringify(stored)))
    expect(read.map(({ contextId }) => contextId)).toEqual(['c', 'a', 'b'])
    expect(storedAttachments(read)).toEqual(stored)
  })

  it('of other programs are understood, and what is none is left out', () => {
    expect(
      attachmentsIn([
        { context_id: 'f9', priority: 5000, selected_chunks: [3, 1, 3, 0, 'x'], top_k: 99, colour: 'red' },
        { contextId: 'e1' },
        { name: 'nameless' },
        'text',
        null,
        7,
      ]),
    ).toEqual([
      { contextId: 'e1', name: 'e1', priority: 100 },
      { contextId: 'f9', name: 'f9', priority: 1000, chunks: [1, 3], retrieve: 30, other: { colour: 'red' } },
    ])
    for (const value of [undefined, null, {}, 'x', 4]) expect(attachmentsIn(value)).toEqual([])
  })
})
