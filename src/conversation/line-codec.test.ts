import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TranscriptEvent } from './event.ts'
import { decodeLine, encodeLine } from './line-codec.ts'
import { messageHash } from './message-hash.ts'

function line(content: string, n = 3): TranscriptEvent {
  const message = { role: 'user', content }
  const at = '2026-05-01T10:00:00.000Z'
  const body = { kind: 'message', m: 2, id: `w1-${n}`, hash: messageHash(message), message } as const
  return { v: 1, w: 'w1', n, at, turn: 't', ...body }
}

const encoded = (event: TranscriptEvent): Buffer => Buffer.from(encodeLine(event))

describe('a transcript line', () => {
  it('comes back as it was written, whatever it says', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constant('\ud800 lone'),
    )
    fc.assert(
      fc.property(text, (content) => {
        const event = line(content)
        const bytes = encoded(event)
        expect(bytes.includes(10)).toBe(false)
        expect(decodeLine(bytes)).toEqual({ status: 'event', event })
      }),
    )
  })

  it('has its fields in a fixed order and ends with its checksum', () => {
    expect(encodeLine(line('hi'))).toMatch(
      /^\{"v":1,"w":"w1","n":3,"at":"2026-05-01T10:00:00.000Z","turn":"t","kind":"message","m":2,.*,"crc":"[0-9a-f]{8}"\}$/,
    )
  })

  it('R44: holds no raw U+2028 or U+2029, which other readers take for line ends', () => {
    const bytes = encoded(line('a\u2028b\u2029c'))
    expect(bytes.toString()).not.toMatch(/[\u2028\u2029]/)
    expect(decodeLine(bytes)).toMatchObject({ event: { message: { content: 'a\u2028b\u2029c' } } })
  })

  it('notices every flipped bit', () => {
    const bytes = encoded(line('the deploy freeze ends on Friday'))
    const event = line('the deploy freeze ends on Friday')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const decoded = decodeLine(flipped)
      expect(decoded.status === 'event' ? decoded.event : undefined, `bit ${bit}`).not.toEqual(event)
      expect(decoded.status, `bit ${bit}`).not.toBe('event')
    }
  })

  it('says whose a torn line was', () => {
    const bytes = encoded(line('a long enough message to be torn in the middle'))
    expect(decodeLine(bytes.subarray(0, -12))).toMatchObject({ status: 'damaged', ref: ['w1', 3], m: 2 })
    expect(decodeLine(bytes.subarray(0, 10))).toEqual({
      status: 'damaged',
      reason: 'it is cut off or not JSON',
    })
  })

  it('names a hole, a later version, another program', () => {
    expect(decodeLine(new Uint8Array(300))).toEqual({ status: 'damaged', reason: 'it is a hole (NUL bytes)' })
    const newer = encoded({ ...line('x'), v: 2 })
    expect(decodeLine(newer)).toEqual({ status: 'newer', version: 2 })
    const value = { ts: '2026-01-01T00:00:00Z', kind: 'msg' }
    expect(decodeLine(Buffer.from(JSON.stringify(value)))).toEqual({ status: 'foreign', value })
  })

  it('refuses a line of the wrong shape, even with a right checksum', () => {
    const wrong = [
      { ...line('x'), m: -1 },
      { ...line('x'), message: { role: 'user', content: 7 } },
      { ...line('x'), kind: 'future' },
      { ...line('x'), w: 'not a writer' },
      { v: 1, w: 'a', n: 0, at: '', turn: '', kind: 'rewrite', reason: 'compact', removes: [['a', 1]] },
    ]
    for (const event of wrong) {
      expect(decodeLine(encoded(event as unknown as TranscriptEvent)).status).toBe('damaged')
    }
  })
})
