import { describe, expect, it } from 'vitest'
import { alignmentsOf, cellsOf, isDelimiterRow } from './table-row.ts'

describe('cellsOf', () => {
  it.each([
    ['| a | b |', ['a', 'b']],
    ['a|b', ['a', 'b']],
    ['| a \\| b | c', ['a | b', 'c']],
    ['| a | |', ['a', '']],
    ['|', ['']],
  ])('%j', (row, cells) => {
    expect(cellsOf(row)).toEqual(cells)
  })
})

describe('isDelimiterRow', () => {
  it('needs as many cells as the head', () => {
    expect(isDelimiterRow('|-|:-:|', '| a | b |')).toBe(true)
    expect(isDelimiterRow('|-|', '| a | b |')).toBe(false)
    expect(isDelimiterRow('|-|x|', '| a | b |')).toBe(false)
  })
})

describe('alignmentsOf', () => {
  it('reads the colons', () => {
    expect(alignmentsOf('|-|:-|-:|:-:|')).toEqual(['left', 'left', 'right', 'center'])
  })
})
