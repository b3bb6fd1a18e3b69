import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRunTable } from './run-table.ts'

describe('createRunTable', () => {
  it('numbers runs like a map of strings', () => {
    const run = fc.string({ unit: fc.constantFrom('a', 'b', '缓', 'ü'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(fc.tuple(run, fc.integer({ min: 0, max: 2 })), { maxLength: 200 }), (runs) => {
        const table = createRunTable()
        const map = new Map<string, number>()
        for (const [text, kind] of runs) {
          const source = `x${text}y`
          const key = `${kind}${text}`
          const found = table.find(source, 1, source.length - 1, kind)
          expect(found).toBe(map.get(key) ?? -1)
          if (found < 0) map.set(key, table.add(source, 1, source.length - 1, kind))
        }
        expect(table.size).toBe(map.size)
        table.clear()
        expect(table.find('a', 0, 1, 0)).toBe(-1)
      }),
      { numRuns: 200, seed: 17 },
    )
  })

  it('grows without losing a run', () => {
    const table = createRunTable()
    for (let i = 0; i < 5000; i++) expect(table.add(`run${i}`, 0, `run${i}`.length, 0)).toBe(i)
    for (let i = 0; i < 5000; i++) expect(table.find(`run${i}`, 0, `run${i}`.length, 0)).toBe(i)
    expect(table.find('run5000', 0, 7, 0)).toBe(-1)
  })
})
