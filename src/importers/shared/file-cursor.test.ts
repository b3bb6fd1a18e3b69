import { describe, expect, it } from 'vitest'
import { continuesAt, cursorAt } from './file-cursor.ts'
import { foreignFile } from './foreign-file.suite.ts'

const FIRST = '{"a":1}\n{"b":2}\n'
const cursor = (() => {
  const { disk, fd } = foreignFile(FIRST)
  return cursorAt(disk, fd, 16, 8)
})()

function goesOn(text: string): number | undefined {
  const { disk, fd } = foreignFile(text)
  return continuesAt(disk, fd, cursor)
}

describe('continuesAt', () => {
  it('goes on in the same file and in one that grew', () => {
    expect(goesOn(FIRST)).toBe(16)
    expect(goesOn(`${FIRST}{"c":3}\n`)).toBe(16)
  })

  it('starts again when the file shrank or was written anew', () => {
    expect(goesOn('{"a":1}\n')).toBeUndefined()
    expect(goesOn('{"a":9}\n{"b":2}\n{"c":3}\n')).toBeUndefined()
    expect(goesOn('{"a":1}\n{"b":9}\n{"c":3}\n')).toBeUndefined()
  })

  it('takes no notice of a cursor that is none', () => {
    const { disk, fd } = foreignFile(FIRST)
    for (const odd of [undefined, {}, { offset: 'x', lastAt: 0 }, { offset: 4, lastAt: 9 }])
      expect(continuesAt(disk, fd, odd)).toBeUndefined()
  })

  it('survives being stored', () => {
    const { disk, fd } = foreignFile(FIRST)
    expect(continuesAt(disk, fd, JSON.parse(JSON.stringify(cursor)) as typeof cursor)).toBe(16)
  })
})
