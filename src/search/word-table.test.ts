import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWordTable } from './word-table.ts'

/** Bytes behind a word are read too. */
const after = ' '.repeat(7)

function viewOf(text: string): DataView {
  const bytes = Buffer.from(text)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

describe('createWordTable', () => {
  it('numbers words like a map of strings, whatever stands behind them', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 14 })
    const all = fc.array(fc.tuple(word, fc.integer({ min: 0, max: 2 }), word), { maxLength: 200 })
    fc.assert(
      fc.property(all, (words) => {
        const table = createWordTable()
        const map = new Map<string, number>()
        for (const [text, kind, behind] of words) {
          const view = viewOf(`x${text} ${behind}${after}`)
          const key = `${kind}${text}`
          const found = table.findOne(view, 1, 1 + text.length, kind)
          expect(found).toBe(map.get(key) ?? -1)
          if (found < 0) map.set(key, table.add(view, 1, 1 + text.length, kind))
        }
        expect(table.size).toBe(map.size)
        table.clear()
        expect(table.findOne(viewOf(`a${after}`), 0, 1, 0)).toBe(-1)
      }),
      { numRuns: 200, seed: 17 },
    )
  })

  it('grows without losing a word', () => {
    const table = createWordTable()
    const views = Array.from(
      { length: 5000 },
      (_, i) =>
        [
          viewOf(`${i % 7 === 2 ? '' : 'run'.repeat(i % 7)}${i}${after}`),
          `${i % 7 === 2 ? '' : 'run'.repeat(i % 7)}${i}`.length,
        ] as const,
    )
    for (const [i, [view, end]] of views.entries()) expect(table.add(view, 0, end, 0)).toBe(i)
    for (const [i, [view, end]] of views.entries()) expect(table.findOne(view, 0, end, 0)).toBe(i)
    const numbers = new Int32Array(3)
    table.find(
      viewOf(`1234 none 12${after}`),
      { from: Int32Array.of(0, 5, 10), to: Int32Array.of(4, 9, 12), numbers },
      3,
      0,
    )
    expect([...numbers]).toEqual([table.findOne(viewOf(`1234${after}`), 0, 4, 0), -1, -1])
    expect(table.findOne(viewOf(`5000${after}`), 0, 4, 0)).toBe(-1)
  })
})
