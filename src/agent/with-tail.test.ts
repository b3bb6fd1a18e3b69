import { describe, expect, it } from 'vitest'
import type { Message } from '../conversation/message.ts'
import { withTail } from './with-tail.ts'

const said: Message = { role: 'user', content: 'And now?' }
const result: Message = { role: 'user', content: 'exit 0', meta: { agent_feedback: true } }

describe('withTail', () => {
  it('tells it in front of what was said, and leaves what it was given as it was', () => {
    const messages = [{ role: 'user', content: 'Hi.' }, said, { role: 'assistant', content: '' }, result]
    expect(withTail(messages, 'It rains.', 'And now?').map(({ content }) => content)).toEqual([
      'Hi.',
      'It rains.\n\nAnd now?',
      '',
      'exit 0',
    ])
    expect(said.content).toBe('And now?')
  })

  it('tells it with the newest words of the person when a rewrite changed them', () => {
    expect(withTail([said, result], 'It rains.', 'Hm?')[0]?.content).toBe('It rains.\n\nAnd now?')
    expect(withTail([result], 'It rains.', 'Hm?').at(-1)).toEqual({ role: 'user', content: 'It rains.' })
  })

  it('is nothing without a text', () => {
    const messages = [said]
    expect(withTail(messages, undefined, 'And now?')).toBe(messages)
  })
})
