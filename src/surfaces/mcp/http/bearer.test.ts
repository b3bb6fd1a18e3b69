import { describe, expect, it } from 'vitest'
import { loopbackPrincipal, principalOf } from './bearer.ts'

const tokens = ['first-token-of-many', 'second-token-of-many']

describe('principalOf', () => {
  it('is the same for the same token, another for another, and does not tell it', () => {
    const first = principalOf('Bearer first-token-of-many', tokens)
    expect(first).toMatch(/^token-[0-9a-f]{32}$/)
    expect(principalOf('bearer  first-token-of-many ', tokens)).toBe(first)
    expect(principalOf('Bearer first-token-of-many', tokens.toReversed())).toBe(first)
    expect(principalOf('Bearer second-token-of-many', tokens)).not.toBe(first)
  })

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer third',
    'Basic first-token-of-many',
    'first-token-of-many',
    'Bearer first-token-of-many second-token-of-many',
  ])('is nobody for %s', (header) => expect(principalOf(header, tokens)).toBeUndefined())

  it('never takes an empty token for a good one', () => expect(principalOf('Bearer ', [''])).toBeUndefined())

  it('is whoever is on this machine where no token is asked for', () =>
    expect(principalOf('Bearer anything', [])).toBe(loopbackPrincipal))
})
