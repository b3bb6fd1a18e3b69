import { describe, expect, it } from 'vitest'
import { isHostAllowed, isLoopbackHost, isOriginAllowed } from './http-access.ts'

const local = { isLoopback: true, allowedHosts: [] }
const open = { isLoopback: false, allowedHosts: ['memory.example'] }

describe('isLoopbackHost', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])('%s is', (host) =>
    expect(isLoopbackHost(host)).toBe(true),
  )
  it.each(['0.0.0.0', '::', '192.168.1.2', '127.evil.example', 'localhost.evil.example', '', '1270.0.0.1'])(
    '%s is not',
    (host) => expect(isLoopbackHost(host)).toBe(false),
  )
})

describe('isHostAllowed', () => {
  it.each(['localhost:8080', 'localhost', '127.0.0.1:1', '[::1]:8080'])('%s on loopback', (host) =>
    expect(isHostAllowed(host, local)).toBe(true),
  )
  it.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '192.168.1.2:8080',
    'localhost@evil.example',
    'evil.example#localhost',
    'evil.example/localhost',
    '',
    undefined,
  ])('never %s on loopback', (host) => expect(isHostAllowed(host, local)).toBe(false))
  it('off loopback takes addresses and the names that are listed', () => {
    expect(
      ['192.168.1.2:80', '[fe80::1]:80', 'Memory.Example', 'localhost'].map((host) =>
        isHostAllowed(host, open),
      ),
    ).toEqual([true, true, true, true])
    expect(
      ['rebound.example', 'memory.example.evil.example'].map((host) => isHostAllowed(host, open)),
    ).toEqual([false, false])
  })
})

describe('isOriginAllowed', () => {
  it('takes programs, pages of this machine and listed ones', () => {
    expect(isOriginAllowed(undefined, local)).toBe(true)
    expect(isOriginAllowed('http://localhost:3000', local)).toBe(true)
    expect(isOriginAllowed('https://memory.example', open)).toBe(true)
  })
  it.each([
    'null',
    '',
    'https://evil.example',
    'http://localhost.evil.example',
    'file://',
    'http://192.168.1.2',
    'javascript:localhost',
  ])('never "%s"', (origin) =>
    expect([isOriginAllowed(origin, local), isOriginAllowed(origin, open)]).toEqual([false, false]),
  )
})
