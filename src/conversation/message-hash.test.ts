import { describe, expect, it } from 'vitest'
import { messageHash, windowDigest } from './message-hash.ts'
import type { Message } from './message.ts'

const call = { id: 'c1', name: 'grep', arguments: { path: 'src', pattern: 'x' } }

describe('the hash of a message', () => {
  it('does not tell absent, null and empty fields apart', () => {
    const plain: Message = { role: 'user', content: 'ok' }
    const same: Message[] = [
      { ...plain, tool_calls: null, tool_call_id: '' },
      { ...plain, tool_calls: [], images: [] },
      { ...plain, id: 'x', created_at: '2026-01-01T00:00:00.000Z', meta: { mode: 'chat' } },
    ]
    for (const other of same) expect(messageHash(other)).toBe(messageHash(plain))
  })

  it('sees role, text, tool calls, the call answered, and images', () => {
    const base: Message = { role: 'assistant', content: '', tool_calls: [call] }
    const others: Message[] = [
      { ...base, role: 'user' },
      { ...base, content: 'x' },
      { ...base, tool_calls: [{ ...call, id: 'c2' }] },
      { ...base, tool_calls: [{ ...call, arguments: { path: 'lib', pattern: 'x' } }] },
      { ...base, tool_call_id: 'c1' },
      { ...base, images: [{ data: 'aGk=' }] },
      { ...base, images: [{ url: 'file.png' }] },
    ]
    const hashes = [base, ...others].map(messageHash)
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it('does not depend on the order of argument keys, nor on how image bytes are padded', () => {
    const turned = { ...call, arguments: { pattern: 'x', path: 'src' } }
    const message = { role: 'assistant', content: '' }
    expect(messageHash({ ...message, tool_calls: [turned] })).toBe(
      messageHash({ ...message, tool_calls: [call] }),
    )
    const image = (data: string): Message => ({ ...message, images: [{ data }] })
    expect(messageHash(image('aGk'))).toBe(messageHash(image('aGk=')))
  })

  it('takes lone surrogates', () => {
    const message = {
      role: 'assistant',
      content: '\ud800',
      tool_calls: [{ ...call, arguments: { x: '\udfff' } }],
    }
    expect(messageHash(message)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('makes a digest that depends on the order', () => {
    expect(windowDigest(['a', 'b'])).not.toBe(windowDigest(['b', 'a']))
  })
})
