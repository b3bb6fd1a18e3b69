import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { homeDisk } from './home-disk.ts'
import { LineChain } from './line-chain.ts'
import { keysOf, root } from './sealed-home.suite.ts'

const path = `${root}/transcripts/tr-1.jsonl`
const at = '2026-06-01T00:00:00.000Z'

/** Four lines of one writer, sealed, and what is said of them in another order. */
const disk = homeDisk(createSimulatedDisk(), { home: root, keys: keysOf(7), now: () => 0 })
const plain = [0, 1, 2, 3].map((n) =>
  Buffer.from(`{"v":1,"w":"ab","n":${n},"at":"${at}","kind":"mark","mark":"renamed","crc":"00000000"}`),
)
const clear = Buffer.from(`{"ts":"${at}","kind":"msg","message":{"role":"user","content":"believe me"}}`)
const [a, b, c, d] = plain.map((line) => Buffer.from(disk.seal?.lines(path, line) ?? ''))

function read(...lines: readonly (Uint8Array | undefined)[]): string[] {
  const chain = new LineChain(disk, 0, path, 0)
  return lines.map((bytes) => {
    const { missing, line, ref } = chain.decode(bytes ?? Buffer.alloc(0))
    if (missing !== undefined) return 'missing'
    return ref === undefined && line.status === 'damaged' ? line.reason : 'as it was'
  })
}

const whole = 'as it was'

describe('lines that name the one before', () => {
  it('follow each other, and may stand there twice', () => {
    expect(read(a, b, c, d)).toEqual([whole, whole, whole, whole])
    expect(read(a, b, b, c, a, d)).toEqual([whole, whole, whole, whole, whole, whole])
  })

  it('tell that one was taken out', () => {
    expect(read(a, c, d)).toEqual([whole, 'missing', whole])
    expect(read(a, d)).toEqual([whole, 'missing'])
  })

  it('tell that the first was taken out', () => {
    expect(read(b, c)).toEqual(['missing', whole])
  })

  it('tell that two changed places', () => {
    expect(read(a, c, b, d)).toEqual([whole, 'missing', whole, whole])
  })

  it('let nothing count that stands in clear behind them', () => {
    expect(read(clear)).toEqual([whole])
    expect(read(a, clear, c)).toEqual([whole, 'it is not sealed, and the lines before it are', 'missing'])
  })
})
