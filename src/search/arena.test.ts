import { describe, expect, it } from 'vitest'
import { createArena } from './arena.ts'

describe('an arena', () => {
  it('gives columns that do not overlap', () => {
    const arena = createArena(2 ** 21)
    const columns = Array.from({ length: 300 }, (_, i) =>
      i % 3 === 0 ? arena.bytes(i * 7) : i % 3 === 1 ? arena.words(i * 5) : arena.doubles(i * 3),
    )
    for (const [i, column] of columns.entries()) column.fill(i % 251)
    for (const [i, column] of columns.entries()) expect(column.every((value) => value === i % 251)).toBe(true)
  })

  it('gives the same memory again once it is made free', () => {
    const arena = createArena(2 ** 21)
    const first = arena.words(100)
    arena.recycle()
    const second = arena.words(100)
    second.fill(7)
    expect(first[99]).toBe(7)
    expect(arena.generation).toBe(1)
  })

  it('keeps everything as long as little is taken', () => {
    const arena = createArena(4 * 2 ** 20)
    arena.bytes(2 ** 20)
    arena.recycle(0.5)
    expect(arena.generation).toBe(0)
    arena.bytes(2 ** 20)
    arena.bytes(2 ** 20)
    arena.recycle(0.5)
    expect(arena.generation).toBe(1)
  })

  it('gives memory of its own where its limit is reached', () => {
    const arena = createArena(0)
    expect(arena.doubles(3)).toEqual(new Float64Array(3))
    const small = createArena(2 ** 20)
    expect(small.bytes(2 ** 21)).toHaveLength(2 ** 21)
    expect(small.bytes(2 ** 20).buffer).not.toBe(small.bytes(1).buffer)
  })
})
