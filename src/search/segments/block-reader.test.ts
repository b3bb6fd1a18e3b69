import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../disk/seeded-random.ts'
import { sealBlock, blockSize } from './block.ts'
import { createBlockCache } from './block-cache.ts'
import { createBlockReader } from './block-reader.ts'
import { memorySource } from './byte-source.ts'

/** A file of sealed blocks, and what is in them. */
function made(length: number, seed: number): { readonly content: Uint8Array; readonly file: Uint8Array } {
  const random = seededRandom(seed)
  const content = Uint8Array.from({ length }, () => Math.floor(random() * 256))
  const blocks: Uint8Array[] = []
  for (let at = 0; at < length; at += blockSize)
    blocks.push(sealBlock(blocks.length, content.subarray(at, at + blockSize)))
  return { content, file: Buffer.concat(blocks) }
}

describe('a reader of blocks', () => {
  it('reads any stretch of several files through a cache that holds few of their blocks', () => {
    const files = [made(50_000, 1), made(blockSize * 3, 2), made(100, 3)]
    const cache = createBlockCache(5 * blockSize)
    const readers = files.map(({ content, file }) =>
      createBlockReader(memorySource(file), content.length, cache),
    )
    const random = seededRandom(4)
    for (let i = 0; i < 3000; i++) {
      const which = Math.floor(random() * files.length)
      const { content } = files[which]!
      const offset = Math.floor(random() * content.length)
      const length = Math.floor(random() ** 3 * (content.length - offset + 1))
      const { bytes, at } = readers[which]!.at(offset, length)
      expect(Buffer.compare(bytes.slice(at, at + length), content.subarray(offset, offset + length))).toBe(0)
    }
  })

  it('reads neighbours in one call, and none twice as long as there is room', () => {
    const { content, file } = made(blockSize * 6, 5)
    let calls = 0
    const whole = memorySource(file)
    const readInto = (into: Uint8Array, offset: number): number => {
      calls++
      return whole.readInto(into, offset)
    }
    const reader = createBlockReader({ ...whole, readInto }, content.length, createBlockCache(2 ** 20))
    reader.at(100, blockSize * 4)
    expect(calls).toBe(1)
    reader.at(blockSize * 2, blockSize * 4)
    expect(calls).toBe(2)
    reader.at(0, content.length)
    expect(calls).toBe(2)
  })

  it('reads ahead once much was asked, as long as no other block must go', () => {
    const { content, file } = made(blockSize * 80, 7)
    let calls = 0
    const whole = memorySource(file)
    const readInto = (into: Uint8Array, offset: number): number => {
      calls++
      return whole.readInto(into, offset)
    }
    const callsFor = (limit: number): number => {
      const reader = createBlockReader({ ...whole, readInto }, content.length, createBlockCache(limit))
      calls = 0
      for (let block = 0; block < 80; block++) {
        const { bytes, at } = reader.at(block * blockSize + 9, 1, true)
        expect(bytes[at]).toBe(content[block * blockSize + 9])
      }
      return calls
    }
    expect(callsFor(2 ** 20)).toBe(16 + 64 / 8)
    expect(callsFor(20 * blockSize)).toBeGreaterThan(70)
  })

  it('refuses a block that is not what was written, and a file that ends too early', () => {
    const { content, file } = made(blockSize * 2, 6)
    file[blockSize + 40]! ^= 1
    const reader = createBlockReader(memorySource(file), content.length, createBlockCache(2 ** 20))
    expect(reader.at(0, 10).at).toBe(0)
    expect(() => reader.at(blockSize, 10)).toThrow(RangeError)
    const cut = memorySource(file.subarray(0, blockSize))
    expect(() => createBlockReader(cut, content.length, createBlockCache(2 ** 20)).at(0, 1)).toThrow(
      RangeError,
    )
  })
})
