import { createCipheriv, createHash, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isLegacyData, openLegacyData, openLegacyLine } from './legacy-data.ts'
import { parseKeyring } from './keyring.ts'

/** As the Go program does it, step by step. */
function goSealed(secret: string, plain: string): Buffer {
  const master = createHash('sha256').update(secret).digest()
  const key = Buffer.from(hkdfSync('sha256', master, '', 'chatcli-session-encryption', 32))
  const nonce = Buffer.alloc(12, 9)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const c = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return Buffer.concat([Buffer.from('CHATCLI_ENC_v1\n'), nonce, c])
}

const text = Buffer.alloc(32, 7).toString('base64')

describe('data of the Go program', () => {
  it('opens with the text of the key, or with any secret of before', () => {
    const sealed = goSealed('just a passphrase', '{"a":1}')
    expect(isLegacyData(sealed)).toBe(true)
    const keys = parseKeyring({ key: text, previous: ['other', ' just a passphrase '] })
    expect(openLegacyData(keys, sealed, 'f').toString()).toBe('{"a":1}')
    expect(openLegacyData(parseKeyring({ key: text }), goSealed(text, 'x'), 'f').toString()).toBe('x')
  })

  it('is never given out when it does not fit', () => {
    const sealed = goSealed('secret', '{"a":1}')
    const keys = parseKeyring({ previous: ['secret'] })
    for (let length = 0; length < sealed.length; length++)
      expect(() => openLegacyData(keys, sealed.subarray(0, length), 'f')).toThrow('sealed by the Go program')
    expect(() => openLegacyData(parseKeyring({}), sealed, 'f')).toThrow('has no key')
  })

  it('may be a line', () => {
    const line = Buffer.from(`enc:${goSealed('secret', '{"kind":"msg"}').toString('base64')}`)
    expect(openLegacyLine(parseKeyring({ previous: ['secret'] }), line)?.toString()).toBe('{"kind":"msg"}')
    expect(openLegacyLine(parseKeyring({ previous: ['wrong'] }), line)).toBeUndefined()
    expect(openLegacyLine(parseKeyring({ previous: ['secret'] }), Buffer.from('enc:AAAA'))).toBeUndefined()
  })
})
