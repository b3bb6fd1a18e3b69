import { describe, expect, it } from 'vitest'
import { RateLimit } from './rate-limit.ts'

describe('RateLimit', () => {
  it('lets a burst through, then says how long to wait, each on its own', () => {
    let now = 0
    const limit = new RateLimit({ perSecond: 2, burst: 3, now: () => now })
    for (let i = 0; i < 3; i++) {
      expect(limit.wait('a')).toBe(0)
      limit.take('a')
    }
    expect(limit.wait('a')).toBe(1)
    expect(limit.wait('b')).toBe(0)
    now = 500
    expect(limit.wait('a')).toBe(0)
    now = 60_000
    limit.take('a', 3)
    expect(limit.wait('a')).toBe(1)
  })

  it('makes one that is more than a burst wait for the whole of it only', () => {
    let now = 0
    const limit = new RateLimit({ perSecond: 1, burst: 5, now: () => now })
    limit.take('a', 100)
    expect(limit.wait('a', 100)).toBe(5)
    now = 5000
    expect(limit.wait('a', 100)).toBe(0)
  })

  it('remembers so many only, and has no bound at 0', () => {
    const limit = new RateLimit({ perSecond: 1, burst: 1, now: () => 0, mostKeys: 50 })
    for (let i = 0; i < 500; i++) limit.take(`key ${i}`)
    expect(limit.size).toBe(50)
    const free = new RateLimit({ perSecond: 0, burst: 0, now: () => 0 })
    for (let i = 0; i < 500; i++) free.take('a')
    expect(free.wait('a')).toBe(0)
  })
})
