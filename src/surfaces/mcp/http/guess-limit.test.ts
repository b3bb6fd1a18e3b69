import { describe, expect, it } from 'vitest'
import { GuessLimit } from './guess-limit.ts'

const guess = (limit: GuessLimit, address: string, header: string, isGood = false): boolean => {
  if (limit.wait(address, header) > 0) return false
  limit.told(address, header, isGood)
  return true
}
const guesses = (limit: GuessLimit, count: number, addressOf: (i: number) => string): number =>
  Array.from({ length: count }, (_, i) => guess(limit, addressOf(i), `Bearer guess-${i}`)).filter(Boolean)
    .length

describe('GuessLimit', () => {
  it('lets an address try ten, then one in five seconds', () => {
    let now = 0
    const limit = new GuessLimit(() => now)
    expect(guesses(limit, 30, () => '192.0.2.1')).toBe(10)
    expect(limit.wait('192.0.2.1', 'Bearer right')).toBe(5)
    expect(limit.wait('192.0.2.2', 'Bearer right')).toBe(0)
    now = 5000
    expect(guess(limit, '192.0.2.1', 'Bearer next')).toBe(true)
    expect(guess(limit, '192.0.2.1', 'Bearer after')).toBe(false)
  })

  it('counts an old token once, however often it is shown, and no request without one', () => {
    const limit = new GuessLimit(() => 0)
    for (let i = 0; i < 100; i++) expect(guess(limit, '192.0.2.1', 'Bearer old')).toBe(true)
    for (let i = 0; i < 100; i++) limit.told('192.0.2.1', undefined, false)
    expect(guesses(limit, 30, () => '192.0.2.1')).toBe(9)
    expect(limit.wait('192.0.2.1', undefined)).toBe(0)
  })

  it('never locks out who came with a good token before', () => {
    const limit = new GuessLimit(() => 0)
    guess(limit, '192.0.2.1', 'Bearer right', true)
    guesses(limit, 30, () => '192.0.2.1')
    expect(limit.wait('192.0.2.1', 'Bearer right')).toBe(0)
    expect(limit.wait('192.0.2.1', 'Bearer another')).toBeGreaterThan(0)
  })

  it('takes a network of IPv6 for one address', () => {
    const limit = new GuessLimit(() => 0)
    expect(guesses(limit, 30, (i) => `2001:db8::${i.toString(16)}`)).toBe(10)
    expect(guesses(limit, 30, (i) => `2001:db8:0:1:5:6:7:${i.toString(16)}`)).toBe(10)
    expect(guesses(limit, 15, (i) => `::ffff:192.0.2.${i}`)).toBe(15)
    expect(guesses(limit, 30, () => '::1')).toBe(10)
  })
})
