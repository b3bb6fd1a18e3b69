import { describe, expect, it } from 'vitest'
import { parseKeyring } from './keyring.ts'
import { masterKeyOf } from './master-key.ts'
import { isSealedLine, openLine, readSealedLine, sealLine } from './sealed-line.ts'

const master = masterKeyOf(Buffer.alloc(32, 7))
const keys = parseKeyring({ key: Buffer.alloc(32, 7).toString('base64') })
const place = { kind: 'transcript', id: 'tr-1' }
const plain = Buffer.from('{"v":1,"w":"ab","n":3,"at":"x"}')

function sealed(name = { w: 'ab', n: 3, p: '' }, at = place): Buffer {
  return Buffer.from(sealLine(master, at, name, plain).text)
}

function opened(bytes: Uint8Array, at = place): string {
  const line = readSealedLine(bytes)
  if (line === undefined) return 'no sealed line'
  const found = openLine(keys, at, line)
  return found.status === 'open' ? found.bytes.toString() : found.status
}

describe('a sealed line', () => {
  it('has the fields of the design in their order, ends like every line, and says nothing', () => {
    const text = sealed().toString()
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['v', 'w', 'n', 'k', 'p', 'nonce', 'c', 'crc'])
    expect(text).toMatch(/,"crc":"[0-9a-f]{8}"\}$/)
    expect(text).not.toContain('"at"')
    expect(opened(sealed())).toBe(plain.toString())
  })

  it('is noticed to be changed by its checksum, and by its tag when that was made to fit', () => {
    const bytes = sealed()
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(opened(changed), `bit ${bit}`).toBe('no sealed line')
    }
  })

  it('opens under its own name and in its own transcript only', () => {
    const line = readSealedLine(sealed())
    if (line === undefined) throw new Error('unreadable')
    const damaged = { status: 'damaged' }
    expect(openLine(keys, place, { ...line, n: 4 })).toEqual(damaged)
    expect(openLine(keys, place, { ...line, w: 'cd' })).toEqual(damaged)
    expect(openLine(keys, place, { ...line, p: 'AAAAAAAAAAAAAAAAAAAAAA==' })).toEqual(damaged)
    expect(openLine(keys, { ...place, id: 'tr-2' }, line)).toEqual(damaged)
    expect(openLine(keys, { ...place, kind: 'log' }, line)).toEqual(damaged)
    expect(openLine(keys, place, { ...line, k: '0000000000000000' })).toEqual({ status: 'missing-key' })
    expect(openLine(parseKeyring({}), place, line)).toEqual({ status: 'missing-key' })
  })

  it('is told from a line that is not sealed by its beginning, also when it is torn', () => {
    expect(isSealedLine(plain)).toBe(false)
    expect(isSealedLine(sealed().subarray(0, 90))).toBe(true)
    expect(isSealedLine(Buffer.from(''))).toBe(false)
  })

  it('names the tag that the next line of its writer carries', () => {
    const first = sealLine(master, place, { w: 'ab', n: 0, p: '' }, plain)
    const line = readSealedLine(Buffer.from(first.text))
    const found = line && openLine(keys, place, line)
    expect(found).toMatchObject({ status: 'open', tag: first.tag })
    expect(Buffer.from(first.tag, 'base64')).toHaveLength(16)
  })

  it('has a nonce of its own where the randomness of two machines is the same', () => {
    const random = Buffer.alloc(16, 5)
    const name = { w: 'ab', n: 3, p: '' }
    const made = [
      sealLine(master, place, name, plain, random),
      sealLine(master, place, name, Buffer.from('something else'), random),
      sealLine(master, place, { ...name, n: 4 }, plain, random),
    ]
    const nonces = made.map(({ text }) => readSealedLine(Buffer.from(text))?.nonce)
    expect(new Set(nonces).size).toBe(3)
    expect(sealLine(master, place, name, plain, random).text).toBe(made[0]?.text)
  })

  it('never has a nonce twice', () => {
    const nonces = new Set<string>()
    for (let n = 0; n < 20_000; n++) nonces.add(readSealedLine(sealed({ w: 'ab', n, p: '' }))?.nonce ?? '')
    expect(nonces.size).toBe(20_000)
  })
})
