import { isIPv6 } from 'node:net'
import { digestOf } from './bearer.ts'
import { RateLimit } from './rate-limit.ts'

const perSecond = 0.2
const burst = 10
const mostShown = 10_000

/**
 * Bounds how many tokens of others an address may try. What it has shown before is no guess: a program with an old token
 * that asks again and again, or a proxy that everybody comes through, locks nobody out whose token is good.
 */
export class GuessLimit {
  readonly #limit: RateLimit
  /** What addresses have shown, as hashes; what was shown the longest ago first. */
  readonly #shown = new Set<string>()

  /** @param now milliseconds; never goes back */
  constructor(now: () => number) {
    this.#limit = new RateLimit({ perSecond, burst, now })
  }

  /** How many seconds an address has to wait before it is told whether what it shows is good; 0 when that is now. */
  wait(address: string, header: string | undefined): number {
    if (header === undefined || this.#shown.has(keyOf(address, header))) return 0
    return this.#limit.wait(networkOf(address))
  }

  /** An address was told whether what it shows is good. */
  told(address: string, header: string | undefined, isGood: boolean): void {
    if (header === undefined) return
    const key = keyOf(address, header)
    if (!isGood && !this.#shown.has(key)) this.#limit.take(networkOf(address))
    this.#shown.delete(key)
    this.#shown.add(key)
    const [oldest] = this.#shown
    if (this.#shown.size > mostShown && oldest !== undefined) this.#shown.delete(oldest)
  }
}

function keyOf(address: string, header: string): string {
  return digestOf(`${address}\n${header}`).toString('base64')
}

/** Whoever has an address of IPv6 has all that share its first half. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')]
  return whole.slice(0, 4).join(':')
}
