import { describe, expect, it } from 'vitest'
import { planRewrite } from '../../conversation/plan-rewrite.ts'
import { said, sampleMemory } from '../sample-memory.suite.ts'
import { forkFrom } from './fork-from.ts'

const contents = (messages: readonly { readonly content: string }[]): string[] =>
  messages.map(({ content }) => content)

describe('forkFrom', () => {
  it('copies up to a message, and keeps what came later in the record of the copy', () => {
    const { chatcli } = sampleMemory()
    const before = chatcli.sessions.load('proj-acme').messages
    forkFrom(chatcli, 'proj-acme', 'copy', 1)
    expect(contents(chatcli.sessions.load('copy').messages)).toEqual(contents(before.slice(0, 2)))
    expect(chatcli.sessions.record('copy').messages.map(({ state }) => state)).toEqual([
      'live',
      'live',
      'rewound',
      'rewound',
    ])
    expect(chatcli.sessions.load('proj-acme').messages).toEqual(before)
  })

  it.each([undefined, 3, 99])('copies everything when the message is %j', (position) => {
    const { chatcli } = sampleMemory()
    forkFrom(chatcli, 'proj-acme', 'copy', position)
    expect(chatcli.sessions.load('copy').messages).toHaveLength(4)
  })

  it('copies what led to a message that is not in the window any more', () => {
    const { chatcli } = sampleMemory()
    const live = chatcli.sessions.open('proj-acme')
    const { window: seen } = live.state()
    const keep = seen.slice(0, 1).map(({ ref }) => ref)
    live.record(planRewrite({ reason: 'compact', seen, keep }))
    live.append([said('user', 'And now?', 15)])
    live.save()
    live.close()
    forkFrom(chatcli, 'proj-acme', 'copy', 2)
    const { messages, title } = chatcli.sessions.load('copy')
    expect(contents(messages)).toEqual([
      'You are terse.',
      'How do we protect the ACME gateway?',
      'We used a token bucket for the rate limiter',
    ])
    expect(title).toBe('Gateway of ACME')
  })

  it('takes no name that is taken', () => {
    const { chatcli } = sampleMemory()
    expect(() => forkFrom(chatcli, 'proj-acme', 'tide-notes', 1)).toThrow('tide-notes')
  })
})
