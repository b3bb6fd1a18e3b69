import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../disk/seeded-random.ts'
import { makeRecord } from '../make-record.suite.ts'
import { blockOverhead, blockSize, sealBlock } from './block.ts'
import { createBlockCache } from './block-cache.ts'
import type { ByteSource } from './byte-source.ts'
import { memorySource } from './byte-source.ts'
import { mergeSegments } from './merge-segments.ts'
import { randomRecord } from './random-corpus.suite.ts'
import { segmentBuilders } from './segment-builder.ts'
import type { SegmentReader } from './segment-reader.ts'
import { openSegment } from './segment-reader.ts'
import { segmentTroubleOf } from './segment-trouble.ts'
import { createEntryColumns } from './postings.ts'

function segment(seed: number, records: number): { readonly name: string; readonly bytes: Uint8Array } {
  const random = seededRandom(seed)
  const builder = segmentBuilders()()
  for (let i = 0; i < records; i++) builder.add(randomRecord(random, `session-${i}`))
  return builder.finish()
}

function open(name: string, bytes: Uint8Array): SegmentReader {
  return openSegment(name, memorySource(bytes), createBlockCache(2 ** 24))
}

/** Everything a segment says. */
function readAll(reader: SegmentReader): unknown {
  const terms: unknown[] = []
  for (const { term, place } of reader.terms()) {
    const columns = createEntryColumns(reader.entryCount(place))
    const end = reader.entries(place, undefined, columns, 0)
    const messages = Array.from({ length: end }, (_, i) => reader.messages(place, columns, i))
    const again = reader.find(Buffer.from(term))
    terms.push([Buffer.from(term).toString(), again, columns, messages])
  }
  const rows = reader.parts.map((_, part) => ({ ...reader.rows(part) }))
  return { parts: reader.parts, terms, rows }
}

/** What reading everything comes to: what was written, or an error that names the segment; nothing else may happen. */
function outcome(name: string, bytes: Uint8Array): 'read' | 'damaged' {
  try {
    const reader = open(name, bytes)
    readAll(reader)
    mergeSegments([{ reader, deleted: reader.parts.length > 1 ? [0] : [] }])
    return 'read'
  } catch (error) {
    if (segmentTroubleOf(error)?.segment !== name) throw error
    return 'damaged'
  }
}

describe('a segment', () => {
  it('has a name for every content', () => {
    const one = segment(1, 5)
    expect(segment(1, 5).name).toBe(one.name)
    expect(segment(2, 5).name).not.toBe(one.name)
    expect(() => open(one.name, one.bytes).verify()).not.toThrow()
    expect(() => open(segment(2, 5).name, one.bytes).verify()).toThrow(/does not match its name/)
  })

  it('finds every term it holds and no other', () => {
    const { name, bytes } = segment(3, 40)
    const reader = open(name, bytes)
    const held = new Set<string>()
    for (const { term, place } of reader.terms()) {
      held.add(Buffer.from(term).toString())
      expect(reader.find(Buffer.from(term))).toEqual(place)
    }
    expect(held.size).toBeGreaterThan(200)
    for (const term of held) {
      for (const other of [term.slice(0, -1), `${term}a`, `${term}~`]) {
        if (!held.has(other)) expect(reader.find(Buffer.from(other))).toBeUndefined()
      }
    }
  })

  it('reads only the blocks a question needs', () => {
    const builder = segmentBuilders()()
    for (let i = 0; i < 300; i++)
      builder.add(makeRecord(`session-${i}`, [Array.from({ length: 200 }, (_, k) => `w${i}x${k}`).join(' ')]))
    const { name, bytes } = builder.finish()
    let read = 0
    const whole = memorySource(bytes)
    const source: ByteSource = {
      size: bytes.length,
      read(offset, length) {
        read += length
        return whole.read(offset, length)
      },
      readInto(into, offset) {
        read += into.length
        return whole.readInto(into, offset)
      },
    }
    const reader = openSegment(name, source, createBlockCache(2 ** 24))
    expect(reader.find(Buffer.from('w7x7'))).toBeDefined()
    expect(bytes.length).toBeGreaterThan(300_000)
    expect(read).toBeLessThan(100_000)
  })

  it('tells damage from what was written, wherever a bit is flipped or the file is cut', () => {
    const { name, bytes } = segment(4, 6)
    const random = seededRandom(99)
    for (let i = 0; i < 600; i++) {
      const copy = Uint8Array.from(bytes)
      const at = Math.floor(random() * copy.length)
      copy[at]! ^= 1 << Math.floor(random() * 8)
      expect({ at, outcome: outcome(name, copy) }).toEqual({ at, outcome: 'damaged' })
    }
    for (let i = 0; i < 200; i++) {
      const length = Math.floor(random() * bytes.length)
      expect({ length, outcome: outcome(name, bytes.slice(0, length)) }).toEqual({
        length,
        outcome: 'damaged',
      })
    }
  })

  it('neither hangs nor crashes on bytes whose checksums are right', () => {
    const { name, bytes } = segment(5, 80)
    const random = seededRandom(7)
    const frame = blockSize + blockOverhead
    const blocks = Math.floor(bytes.length / frame)
    expect(blocks).toBeGreaterThan(1)
    let damaged = 0
    for (let i = 0; i < 150; i++) {
      const copy = Uint8Array.from(bytes)
      const number = Math.floor(random() * blocks)
      const payload = copy.slice(number * frame, number * frame + blockSize)
      for (let flips = 0; flips < 3; flips++)
        payload[Math.floor(random() * payload.length)] = Math.floor(random() * 256)
      copy.set(sealBlock(number, payload), number * frame)
      if (outcome(name, copy) === 'damaged') damaged++
    }
    expect(damaged).toBeGreaterThan(0)
  })
})
