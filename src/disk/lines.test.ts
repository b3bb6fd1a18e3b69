import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ReadLinesOptions, readLines } from './lines.ts'
import { createSimulatedDisk } from './simulated-disk.ts'
import { createLineSplitter, type Line } from './split-lines.ts'

function linesOf(content: string | Uint8Array, options: ReadLinesOptions = {}, maxRead = Infinity): Line[] {
  const disk = createSimulatedDisk({ maxRead })
  const fd = disk.createExclusive('/f')
  disk.write(fd, Buffer.from(content))
  return [...readLines(disk, fd, options)]
}

const shown = (lines: readonly Line[]): (string | number | boolean)[][] =>
  lines.map(({ offset, length, bytes, terminated }) => [
    offset,
    length,
    bytes === undefined ? '(too long)' : Buffer.from(bytes).toString(),
    terminated,
  ])

describe('readLines', () => {
  it('frames on 0x0A only, skips blank lines, and yields the unterminated rest', () => {
    expect(shown(linesOf('a\n\n\r\nb\r\n \u2028\u0085\n\0\n{"x'))).toEqual([
      [0, 1, 'a', true],
      [5, 2, 'b\r', true],
      [8, 6, ' \u2028\u0085', true],
      [15, 1, '\0', true],
      [17, 3, '{"x', false],
    ])
    expect(linesOf('')).toEqual([])
    expect(linesOf('\n\n')).toEqual([])
  })

  it('starts and stops where it is told', () => {
    expect(shown(linesOf('one\ntwo\nthree\n', { from: 4 }))).toEqual([
      [4, 3, 'two', true],
      [8, 5, 'three', true],
    ])
    expect(shown(linesOf('one\ntwo\nthree\n', { from: 4, to: 10 }))).toEqual([
      [4, 3, 'two', true],
      [8, 2, 'th', false],
    ])
    expect(linesOf('one\n', { from: 99 })).toEqual([])
  })

  it('counts a line over the limit without keeping it', () => {
    const text = `${'x'.repeat(11)}\n${'y'.repeat(10)}\n${'z'.repeat(12)}`
    for (const chunkBytes of [1, 4, 64])
      expect(shown(linesOf(text, { maxLineBytes: 10, chunkBytes }))).toEqual([
        [0, 11, '(too long)', true],
        [12, 10, 'y'.repeat(10), true],
        [23, 12, '(too long)', false],
      ])
  })

  it('gives what a plain split gives, whatever the pieces', () => {
    const content = fc.array(fc.constantFrom('a', 'é', '\n', '\r', '\0', '{"k":1}'), { maxLength: 60 })
    fc.assert(
      fc.property(
        content,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (parts, chunkBytes, maxRead) => {
          const bytes = Buffer.from(parts.join(''))
          const expected: (string | number | boolean)[][] = []
          let offset = 0
          const pieces = bytes.toString('latin1').split('\n')
          pieces.forEach((piece, index) => {
            if (piece !== '' && piece !== '\r')
              expected.push([
                offset,
                piece.length,
                Buffer.from(piece, 'latin1').toString(),
                index < pieces.length - 1,
              ])
            offset += piece.length + 1
          })
          expect(shown(linesOf(bytes, { chunkBytes }, maxRead))).toEqual(expected)
        },
      ),
    )
  })

  it('reads a million lines', () => {
    let count = 0
    let last: Line | undefined
    const splitter = createLineSplitter(0, 1000)
    const piece = Buffer.from('{"n":123456}\n'.repeat(1000))
    for (let i = 0; i < 1000; i++) {
      for (const line of splitter.push(piece)) {
        count++
        last = line
      }
      expect(splitter.held).toBe(0)
    }
    expect(count).toBe(1_000_000)
    expect(last).toMatchObject({ offset: 999_999 * 13, length: 12 })
  })

  it('holds at most the limit of a 100 MB line', () => {
    const splitter = createLineSplitter(0, 2 ** 20)
    const piece = new Uint8Array(64 * 1024).fill(97)
    let most = 0
    for (let i = 0; i < 1600; i++) {
      expect(splitter.push(piece)).toEqual([])
      most = Math.max(most, splitter.held)
    }
    expect(most).toBe(2 ** 20)
    expect(splitter.push(Buffer.from('\nok\n')).map(({ length, bytes }) => [length, bytes?.length])).toEqual([
      [1600 * 64 * 1024, undefined],
      [2, 2],
    ])
  })

  it('asks the disk for one chunk at a time', () => {
    const disk = createSimulatedDisk()
    const fd = disk.createExclusive('/f')
    disk.write(fd, Buffer.from('abc\n'.repeat(1000)))
    const lines = readLines(disk, fd, { chunkBytes: 100 })
    lines.next()
    expect(disk.counters.bytesRead).toBe(100)
    disk.close(fd)
  })
})
