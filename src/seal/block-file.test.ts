import { describe, expect, it } from 'vitest'
import { openBlocks, sealBlocks, sealedBlockBytes } from './block-file.ts'
import { parseKeyring } from './keyring.ts'
import { masterKeyOf } from './master-key.ts'

const master = masterKeyOf(Buffer.alloc(32, 7))
const keys = parseKeyring({ key: Buffer.alloc(32, 7).toString('base64') })
const as = { kind: 'index', id: 'a.seg' }

function read(sealed: Uint8Array): Buffer {
  const reader = openBlocks(keys, as, sealed, sealed.length, 'a.seg')
  const parts = Array.from({ length: reader.blocks }, (_, number) => {
    const { offset, length } = reader.place(number)
    return reader.open(number, sealed.subarray(offset, offset + length))
  })
  const plain = Buffer.concat(parts)
  expect(plain).toHaveLength(reader.size)
  return plain
}

describe('a file of sealed blocks', () => {
  const bytes = Buffer.from(Array.from({ length: 3 * sealedBlockBytes + 5 }, (_, i) => (i * 31) & 255))

  it.each([0, 1, sealedBlockBytes - 1, sealedBlockBytes, sealedBlockBytes + 1, bytes.length])(
    'gives back %i bytes, block by block',
    (length) => {
      const plain = bytes.subarray(0, length)
      expect(read(sealBlocks(master, as, plain))).toEqual(plain)
    },
  )

  it('notices a bit that is another in any block, and opens the others', () => {
    const sealed = sealBlocks(master, as, bytes)
    const reader = openBlocks(keys, as, sealed, sealed.length, 'a.seg')
    for (let number = 0; number < reader.blocks; number++) {
      const { offset, length } = reader.place(number)
      const block = Buffer.from(sealed.subarray(offset, offset + length))
      block[length >> 1] = (block[length >> 1] ?? 0) ^ 1
      expect(() => reader.open(number, block)).toThrow(`block ${number} is not what was sealed`)
      expect(reader.open(number, sealed.subarray(offset, offset + length)).length).toBeGreaterThan(0)
    }
  })

  it('notices blocks that are swapped, and a file that ends at a block', () => {
    const sealed = sealBlocks(master, as, bytes)
    const reader = openBlocks(keys, as, sealed, sealed.length, 'a.seg')
    const { offset, length } = reader.place(1)
    expect(() => reader.open(0, sealed.subarray(offset, offset + length))).toThrow('block 0')
    const cut = sealed.subarray(0, reader.place(2).offset)
    expect(() => read(cut)).toThrow('block 1 is not what was sealed')
  })

  it('does not take the blocks of another file', () => {
    const [a, b] = [sealBlocks(master, as, bytes), sealBlocks(master, as, bytes)]
    const reader = openBlocks(keys, as, a, a.length, 'a.seg')
    const { offset, length } = reader.place(0)
    expect(() => reader.open(0, b.subarray(offset, offset + length))).toThrow('block 0')
    expect(() => openBlocks(keys, { kind: 'index', id: 'b.seg' }, a, a.length, 'b.seg')).toThrow(
      'belongs to "a.seg"',
    )
  })
})
