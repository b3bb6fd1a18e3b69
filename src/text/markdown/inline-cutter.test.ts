import { describe, expect, it } from 'vitest'
import { InlineCutter } from './inline-cutter.ts'

/** What the cutter gives after each piece, and at the end; `_` is a space and `/` a line break. */
function cut(...pieces: readonly string[]): readonly (readonly string[])[] {
  let given: string[] = []
  const cutter = new InlineCutter({
    text: (markdown) => given.push(markdown),
    space: () => given.push('_'),
    lineBreak: () => given.push('/'),
  })
  const all: string[][] = []
  for (const piece of pieces) {
    given = []
    cutter.push(piece)
    all.push(given)
  }
  given = []
  cutter.finish()
  return [...all, given]
}

describe('InlineCutter', () => {
  it('gives a word once its end is there', () => {
    expect(cut('two wo', 'rds')).toEqual([['two', '_'], [], ['words']])
  })

  it('holds markup until it is closed', () => {
    expect(cut('**bold ', 'words** ', 'more')).toEqual([[], ['**bold words**', '_'], [], ['more']])
    expect(cut('[a link](http://x.example', '/y) end')).toEqual([
      [],
      ['[a link](http://x.example/y)', '_'],
      ['end'],
    ])
  })

  it('gives characters of scripts without spaces as they come', () => {
    expect(cut('用户会', '话')).toEqual([['用', '户'], ['会'], ['话']])
  })

  it('does not wait for ever: what stays open for long is text', () => {
    const words = 'word '.repeat(100)
    const [given = []] = cut(`**open ${words}`)
    expect(given.length).toBeGreaterThan(10)
    expect(given[0]?.length).toBeLessThan(420)
    expect(given.filter((piece) => piece !== '_').join(' ')).toBe(`**open ${words}`.trim())
  })

  it('cuts a word without an end', () => {
    const [given = [], rest] = cut(`*${'a'.repeat(4500)}`)
    expect(given.map(({ length }) => length)).toEqual([2000, 2000])
    expect(rest).toEqual(['a'.repeat(501)])
  })

  it('knows both line breaks', () => {
    expect(cut('one  \ntwo\\\n', 'three\nfour')).toEqual([
      ['one', '_', '/'],
      ['two', '_', '/', 'three', '_'],
      ['four'],
    ])
    expect(cut('**a  \nb** c')).toEqual([['**a  \nb**', '_'], ['c']])
  })

  it('leaves a backslash at the end of a paragraph', () => {
    expect(cut('C:\\\n')).toEqual([[], ['C:\\']])
  })
})
