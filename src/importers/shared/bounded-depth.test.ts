import { expect, it } from 'vitest'
import { boundedDepth } from './bounded-depth.ts'

const nested = (levels: number): unknown => JSON.parse('{"a":['.repeat(levels) + ']}'.repeat(levels))

it('keeps values as they are, unless they are nested too deeply to be written', () => {
  for (const value of [undefined, 'x', 3, null, { a: [{ b: 1 }] }, nested(200)])
    expect(boundedDepth(value)).toBe(value)
  expect(boundedDepth(nested(50_000))).toEqual({})
})
