import { describe, expect, it } from 'vitest'
import { placeOf } from './place-of.ts'

describe('placeOf', () => {
  it('finds every number of a list, and no other', () => {
    const list = [2, 3, 7, 20]
    expect(Array.from({ length: 22 }, (_, i) => placeOf(list, i))).toEqual(
      Array.from({ length: 22 }, (_, i) => list.indexOf(i)),
    )
    expect(placeOf([], 0)).toBe(-1)
  })
})
