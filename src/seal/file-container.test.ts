import { describe, expect, it } from 'vitest'
import { ChatCliError } from '../errors.ts'
import { openFile, sealFile } from './file-container.ts'
import { newHeader, readHeader, sealMagic } from './file-header.ts'
import { parseKeyring } from './keyring.ts'
import { masterKeyOf } from './master-key.ts'

const master = masterKeyOf(Buffer.alloc(32, 7))
const keys = parseKeyring({ key: Buffer.alloc(32, 7).toString('base64') })
const other = parseKeyring({ key: Buffer.alloc(32, 8).toString('base64') })
const as = { kind: 'session', id: 'tr-1' }
const plain = Buffer.from('the walrus keeps a ledger')

function outcome(work: () => unknown): string {
  try {
    work()
    return 'opened'
  } catch (error) {
    return error instanceof ChatCliError ? `${error.code}: ${error.message}` : String(error)
  }
}

describe('a sealed file', () => {
  it('opens to what was sealed, with what it was sealed as', () => {
    const sealed = sealFile(master, as, plain)
    expect(openFile(keys, as, sealed, 'f')).toEqual({ bytes: plain, id: 'tr-1', keyId: master.id })
    expect(openFile(keys, { kind: 'session', id: undefined }, sealed, 'f').id).toBe('tr-1')
    expect(openFile(keys, as, sealFile(master, as, new Uint8Array()), 'f').bytes).toHaveLength(0)
  })

  it('begins with magic, layout, key id, 32 bytes of salt that are never the same, and its id', () => {
    const [a, b] = [sealFile(master, as, plain), sealFile(master, as, plain)]
    expect(a.subarray(0, 15).toString()).toBe(sealMagic)
    expect(readHeader(a)).toMatchObject({ layout: 'whole', keyId: master.id, id: 'tr-1', length: 61 })
    expect(readHeader(a)?.salt).toHaveLength(32)
    expect(readHeader(a)?.salt).not.toEqual(readHeader(b)?.salt)
    expect(a.length).toBe(61 + plain.length + 16)
    expect(a.includes('walrus')).toBe(false)
  })

  it('is not opened when any bit is another, or any byte is missing', () => {
    const sealed = sealFile(master, as, plain)
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(
        outcome(() => openFile(keys, as, changed, 'f')),
        `bit ${bit}`,
      ).toMatch(/^(damaged|key): /)
    }
    for (let length = 0; length < sealed.length; length++)
      expect(outcome(() => openFile(keys, as, sealed.subarray(0, length), 'f'))).toMatch(/^damaged: /)
  })

  it('takes no shorter tag', () => {
    const sealed = sealFile(master, as, new Uint8Array())
    for (const tag of [4, 8, 12]) {
      const cut = Buffer.concat([sealed.subarray(0, -16), sealed.subarray(-16, sealed.length - 16 + tag)])
      expect(outcome(() => openFile(keys, as, cut, 'f'))).toMatch(/^damaged: /)
    }
  })

  it('says whether the key is missing, is another, or the file is damaged', () => {
    const sealed = sealFile(master, as, plain)
    expect(outcome(() => openFile(parseKeyring({}), as, sealed, 'f'))).toBe(
      `key: f is sealed, and this process has no key (it needs key ${master.id})`,
    )
    expect(outcome(() => openFile(other, as, sealed, 'f'))).toBe(
      `key: f is sealed with another key: it needs key ${master.id}, given is ${other.current?.id}`,
    )
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
    expect(outcome(() => openFile(keys, as, sealed, 'f'))).toMatch(/^damaged: f is damaged: /)
  })

  it('opens with a key that was replaced', () => {
    const text = Buffer.alloc(32, 7).toString('base64')
    const rotated = parseKeyring({
      key: Buffer.alloc(32, 8).toString('base64'),
      previous: [text, 'a raw secret'],
    })
    expect(openFile(rotated, as, sealFile(master, as, plain), 'f').bytes).toEqual(plain)
  })

  it('does not open as another kind, and says whose it is in the place of another', () => {
    const sealed = sealFile(master, as, plain)
    expect(outcome(() => openFile(keys, { ...as, kind: 'archive' }, sealed, 'f'))).toMatch(/^damaged: /)
    expect(outcome(() => openFile(keys, { ...as, id: 'tr-2' }, sealed, 'f'))).toContain(
      'it belongs to "tr-1"',
    )
  })

  it('has a salt of its own where the randomness of two machines is the same', () => {
    const random = Buffer.alloc(32, 5)
    const as = { kind: 'session', id: 'c-1' }
    const plain = Buffer.from('one')
    const headers = [
      newHeader('whole', master, as, plain, random),
      newHeader('whole', master, as, Buffer.from('two'), random),
      newHeader('blocks', master, as, plain, random),
      newHeader('whole', master, { ...as, kind: 'archive' }, plain, random),
      newHeader('whole', master, { ...as, id: 'c-2' }, plain, random),
    ]
    const salts = headers.map((header) => Buffer.from(readHeader(header)?.salt ?? '').toString('hex'))
    expect(new Set(salts).size).toBe(headers.length)
  })

  it('does not say that it is another when its id was changed, whoever asks for any', () => {
    const sealed = sealFile(master, as, plain)
    const { length } = readHeader(sealed) ?? { length: 0 }
    const changed = Buffer.from(sealed)
    changed.write('tr-2', length - 4)
    const any = { kind: as.kind, id: undefined }
    expect(openFile(keys, any, sealed, 'It').id).toBe('tr-1')
    expect(outcome(() => openFile(keys, any, changed, 'It'))).toMatch(/^damaged: /)
  })
})
