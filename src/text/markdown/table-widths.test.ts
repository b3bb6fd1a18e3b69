import { describe, expect, it } from 'vitest'
import { tableWidths } from './table-widths.ts'

describe('tableWidths', () => {
  it.each([
    [[4, 5], 80, [4, 5]],
    [[4, 100], 40, [4, 33]],
    [[60, 100], 40, [19, 18]],
    [[4, 20, 100], 40, [4, 15, 15]],
    [[60, 60], 19, [8, 8]],
    [[60, 60], 18, undefined],
    [[1, 1], 5, [1, 1]],
    [[500, 500], Infinity, [500, 500]],
  ])('%j in %d columns', (natural, room, widths) => {
    expect(
      tableWidths(
        natural.map((width) => ({ natural: width, word: 4 })),
        room,
      ),
    ).toEqual(widths)
  })

  it('leaves words whole that are not longer than most', () => {
    const columns = [
      { natural: 60, word: 16 },
      { natural: 60, word: 4 },
    ]
    expect(tableWidths(columns, 40)).toEqual([19, 18])
    expect(tableWidths(columns, 30)).toEqual([16, 11])
    expect(tableWidths(columns, 26)).toBeUndefined()
    expect(tableWidths([{ natural: 60, word: 60 }], 30)).toEqual([30])
  })
})
