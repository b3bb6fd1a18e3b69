import { describe, expect, it } from 'vitest'
import type { Message } from '../conversation/message.ts'
import { newestMessages } from './newest-messages.ts'

const said = (role: Message['role'], content: string, more: Partial<Message> = {}): Message => ({
  role,
  content,
  ...more,
})
const texts = (messages: readonly Message[]): string[] => messages.map(({ content }) => content)

const window: readonly Message[] = [
  said('system', 'rules'),
  said('user', 'one', { meta: { is_summary: true } }),
  said('user', 'two'),
  said('assistant', 'three', { tool_calls: [{ id: 'c', name: 'read' }] }),
  said('tool', 'four', { tool_call_id: 'c' }),
  said('assistant', 'five'),
  said('user', 'six'),
]

describe('newestMessages', () => {
  it.each([
    [10, ['rules', 'one', 'two', 'three', 'four', 'five', 'six']],
    [4, ['rules', 'one', 'three', 'four', 'five', 'six']],
    // A result without its call is nothing that a provider takes.
    [3, ['rules', 'one', 'five', 'six']],
    [1, ['rules', 'one', 'six']],
  ])('gives the newest %i, behind system messages and summaries', (most, expected) => {
    expect(texts(newestMessages(window, most))).toEqual(expected)
  })

  it('keeps what was asked last, however much was done since', () => {
    const busy = [...window, ...window.slice(3, 6), ...window.slice(3, 5)]
    expect(texts(newestMessages(busy, 2))).toEqual([
      'rules',
      'one',
      'six',
      'three',
      'four',
      'five',
      'three',
      'four',
    ])
  })
})
